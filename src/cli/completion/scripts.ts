export type Shell = "bash" | "zsh" | "fish" | "powershell";

/**
 * The completion script of each shell. Each script gets its candidates from
 * `lease-guard __complete`. The script for bash supports bash 3.2, which is the version on macOS.
 */
export const completionScripts: Readonly<Record<Shell, string>> = {
  bash: String.raw`# Completes lease-guard in bash.
_lease_guard() {
  local words=() word value line last=-1 i
  # Readline splits words at =, and replaces only what follows it.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${"$"}{COMP_WORDS[i]}
    if ((last >= 0)) && [[ $word == =* || ${"$"}{words[last]} == *= ]]; then
      words[last]+=$word
    else
      last=$((last + 1))
      words[last]=$word
    fi
  done
  word=${"$"}{words[last]}
  local replaced=$word
  [[ $word == *=* && $COMP_WORDBREAKS == *=* ]] && replaced=${"$"}{word##*=}
  COMPREPLY=()
  while IFS= read -r line; do
    value=${"$"}{line%%$'\t'*}
    case $line in
      :0)
        compopt -o filenames 2>/dev/null
        while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$replaced")
        ;;
      :*) ;;
      *) COMPREPLY+=("${"$"}{value#"${"$"}{word%"$replaced"}"}") ;;
    esac
  done < <(lease-guard __complete -- "${"$"}{words[@]}" 2>/dev/null)
}
complete -F _lease_guard lease-guard
`,
  zsh: String.raw`#compdef lease-guard
# Completes lease-guard in zsh.
_lease-guard() {
  local line
  local -a values
  for line in "${"$"}{(@f)$(lease-guard __complete -- "${"$"}{(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :0) compset -P '*='; _files ;;
      :*) ;;
      *) line=${"$"}{line//:/\\:}; values+=("${"$"}{line/$'\t'/:}") ;;
    esac
  done
  (( ${"$"}{#values} )) && _describe -V lease-guard values
}
# As a file of fpath this is the function itself, and is called to complete.
if [[ ${"$"}{funcstack[1]} == _lease-guard ]]; then
  _lease-guard
else
  compdef _lease-guard lease-guard
fi
`,
  fish: String.raw`# Completes lease-guard in fish.
function __lease_guard_complete
    set -l word (commandline -ct)
    for line in (lease-guard __complete -- (commandline -opc)[2..] "$word" 2>/dev/null)
        switch $line
            case ':0'
                set -l path (string replace -r '^.*=' '' -- "$word")
                set -l flag (string replace -r '[^=]*$' '' -- "$word")
                string join \n -- $flag(__fish_complete_path "$path")
            case ':*'
            case '*'
                echo $line
        end
    end
end
complete -c lease-guard -f -a '(__lease_guard_complete)'
`,
  powershell: `# Completes lease-guard in PowerShell.
Register-ArgumentCompleter -Native -CommandName lease-guard -ScriptBlock {
    param($word, $ast, $cursor)
    $words = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
    # Before 7.3 an empty argument is lost on its way to a program unless it is quoted once more.
    $words += if ($word -eq '' -and $PSVersionTable.PSVersion -lt [version]'7.3') { '""' } else { $word }
    lease-guard __complete '--' @words 2>$null | Where-Object { $_ -notmatch '^:' } | ForEach-Object {
        $value, $description = $_ -split [char]9, 2
        $shown = if ($description) { $description } else { $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $shown)
    }
}
`,
};
