/** The templates that instances can be created from: an image with a name, found by its hash. */

type Template = { readonly hashId: string; readonly name: string; readonly image: string };

export const TEMPLATES: readonly Template[] = [
  { hashId: '0b3f1a6c2d9e4857a1c0f2e4d6b8a091', name: 'PyTorch', image: 'pytorch/pytorch:2.9.1-cuda12.8-cudnn9-devel' },
  { hashId: '5d2e9c7b14f84a06b3e1d0c9f7a6e852', name: 'vLLM', image: 'vllm/vllm-openai:v0.12.0' },
  { hashId: 'c8a4e0f2719b4d3e86f5a2b1d0c3e974', name: 'CUDA', image: 'nvidia/cuda:13.0.2-devel-ubuntu24.04' },
];

/** The template with this hash; undefined when there is none. */
export const findTemplate = (hashId: string): Template | undefined =>
  TEMPLATES.find((template) => template.hashId === hashId);
