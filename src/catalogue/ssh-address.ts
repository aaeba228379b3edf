/**
 * How an instance is reached (docs/interface.md, Instance). What comes from the network must not become an option or a command: a
 * host is an IP address or a DNS name, a port a number, or there is no address. Pure.
 */
import { isIP } from 'node:net';
import type { ServiceRecord } from './columns.ts';

/** Where ssh goes, or in words why it cannot. */
type SshAddress = { readonly host: string; readonly port: number } | { readonly problem: string };

/** An address as people write it. */
export const addressWords = ({ host, port }: Extract<SshAddress, { host: string }>): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** The address of the instance: its own port 22 where the host has mapped it, else the service's proxy. */
export const sshAddress = (record: ServiceRecord): SshAddress => {
  const direct = mappedPort(record.ports);
  if (direct !== undefined && isPresent(record.public_ipaddr)) return checked(record.public_ipaddr, direct);
  const { ssh_host: host, ssh_port: port, image_runtype: runType } = record;
  if (!isPresent(host) || port === undefined || port === null) return { problem: 'it has no address yet' };
  const step = typeof runType === 'string' && runType.includes('jupyter') ? 1 : 0;
  return checked(host, typeof port === 'number' ? port + step : port);
};

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The port of the host that leads to port 22; undefined where none does. */
const mappedPort = (ports: unknown): unknown => {
  if (typeof ports !== 'object' || ports === null) return undefined;
  const mapped: unknown = Reflect.get(ports, '22/tcp');
  const first: unknown = Array.isArray(mapped) ? mapped[0] : undefined;
  return typeof first === 'object' && first !== null ? Reflect.get(first, 'HostPort') : undefined;
};

/** A name of DNS, without the underscores that some systems take. */
const HOST_NAME = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*\.?$/i;

const LONGEST_HOST_NAME = 253;

const checked = (host: unknown, port: unknown): SshAddress => {
  const trimmed = typeof host === 'string' ? host.trim() : '';
  const isHost =
    (isIP(trimmed) > 0 && !trimmed.includes('%')) || (trimmed.length <= LONGEST_HOST_NAME && HOST_NAME.test(trimmed));
  if (!isHost) return { problem: 'the service named a host that is neither an IP address nor a DNS name' };
  const number = typeof port === 'string' && /^\d{1,5}$/.test(port) ? Number(port) : port;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 65_535)
    return { problem: 'the service named a port that is not between 1 and 65535' };
  return { host: trimmed, port: number };
};
