/** The shells that gpudeck is completed in, and the script for each. All of them ask the program itself at each Tab. */

/** Their names. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** One of them. */
export type Shell = (typeof SHELLS)[number];

const BASH = `# bash completion for gpudeck. Made by: gpudeck completion bash
_gpudeck() {
  local program=$1 mode line
  case $program in
    '~/'*) program=$HOME/\${program#'~/'} ;;
  esac
  COMPREPLY=()
  while IFS= read -r line; do
    if [ -z "$mode" ]; then mode=$line; else COMPREPLY+=("$line"); fi
  done < <("$program" completion --at bash -- "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
  case $mode in
    part) compopt -o nospace 2>/dev/null ;;
    files) compopt -o default 2>/dev/null ;;
    folders) compopt -o dirnames 2>/dev/null ;;
  esac
}
complete -o nosort -F _gpudeck gpudeck 2>/dev/null || complete -F _gpudeck gpudeck
`;

const ZSH = `#compdef gpudeck
# zsh completion for gpudeck. Made by: gpudeck completion zsh
_gpudeck() {
  local program=\${(Q)words[1]} mode at line typed
  local -a texts shown
  program=\${program/#\\~\\//$HOME/}
  typed="\${(j: :)words[1,CURRENT-1]} $QIPREFIX$IPREFIX$PREFIX"
  while IFS= read -r line; do
    if [[ -z $mode ]]; then
      mode=\${line%% *} at=\${line##* }
    else
      texts+=("\${line%%$'\\t'*}")
      shown+=("\${line##*$'\\t'}")
    fi
  done < <("$program" completion --at zsh -- "$typed" 2>/dev/null)
  case $mode in
    files) _files; return ;;
    folders) _files -/; return ;;
    list) compstate[insert]= ;;
  esac
  (( $#texts )) || return 1
  compset -p $at
  if [[ $mode == word ]]; then
    compadd -U -i "$IPREFIX" -V gpudeck -l -d shown -a texts
  else
    compadd -U -i "$IPREFIX" -V gpudeck -l -S '' -d shown -a texts
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _gpudeck "$@"; else compdef _gpudeck gpudeck; fi
`;

const FISH = `# fish completion for gpudeck. Made by: gpudeck completion fish
function __gpudeck_complete
    set -l words (commandline -opc)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    set -l lines ($program completion --at fish -- (commandline -cp) 2>/dev/null)
    switch "$lines[1]"
        case files
            __fish_complete_path (commandline -ct)
        case folders
            __fish_complete_directories (commandline -ct)
        case '*'
            string join \\n -- $lines[2..]
    end
end
complete -c gpudeck -f -k -a '(__gpudeck_complete)'
`;

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };

/** The script that the user gives to the shell. */
export const completionScript = (shell: Shell): string => SCRIPTS[shell];
