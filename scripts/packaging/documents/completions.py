"""Completions for bash, zsh and fish, from --help."""

FILES, FOLDERS, NOTHING = "files", "folders", "nothing"


def kind(item):
    """The values of an option: choices, files, folders, or other words."""
    if item.choices:
        return item.choices
    if item.value in ("FILE", "[NAME=]FILE", "files") or item.names[0] in FILE_OPTIONS:
        return FILES
    return FOLDERS if item.value == "DIR" else NOTHING


# --help of crown-match does not name the kinds of values.
FILE_OPTIONS = {"--openings", "--games-file", "--epdout", "--json", "--log", "--plot", "--state", "--resume", "--transcripts"}


def words_of(items):
    return " ".join(name for item in items for name in item.names if name.startswith("-"))


def bash_cases(options, indent):
    lines = []
    for item in options:
        if not item.takes_value:
            continue
        found = kind(item)
        action = {FILES: "mapfile -t COMPREPLY < <(compgen -f -- \"$word\")", FOLDERS: "mapfile -t COMPREPLY < <(compgen -d -- \"$word\")",
                  NOTHING: ":"}.get(found) if isinstance(found, str) else (
                      f"mapfile -t COMPREPLY < <(compgen -W '{' '.join(found)}' -- \"$word\")")
        lines.append(f"{indent}{'|'.join(item.names)}) {action}; return ;;")
    return lines


def bash_part(options, others, indent):
    lines = [f"{indent}case $before in", *bash_cases(options, indent + "  "), f"{indent}esac"]
    if isinstance(others, list):
        rest = f"mapfile -t COMPREPLY < <(compgen -W '{' '.join(others)}' -- \"$word\")"
    else:
        rest = 'mapfile -t COMPREPLY < <(compgen -f -- "$word")' if others == FILES else ":"
    lines += [f"{indent}if [[ $word == -* ]]; then",
              f"{indent}  mapfile -t COMPREPLY < <(compgen -W '{words_of(options)}' -- \"$word\")",
              f"{indent}else", f"{indent}  {rest}", f"{indent}fi"]
    return lines


def bash(program, help_text, subcommands):
    function = "_" + program.replace("-", "_")
    lines = [f"# Completion of {program} for bash.", f"{function}() {{",
             "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= each", "  COMPREPLY=()"]
    names = [name for name, _, _ in subcommands]
    if names:
        lines += ['  for each in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
                  f"    case $each in {'|'.join(names)}) command=$each; break ;; esac", "  done", "  case $command in"]
        for name, sub, others in subcommands:
            lines += [f"    {name})", *bash_part(sub.options, others, "      "), "      ;;"]
        lines += ["    *)", *bash_part(help_text.options, names, "      "), "      ;;", "  esac"]
    else:
        lines += bash_part(help_text.options, first_words(help_text), "  ")
    return "\n".join(lines + ["}", f"complete -o filenames -F {function} {program}", ""])


def first_words(help_text):
    if any(item.names[0] == "files" for item in help_text.items("Positionals")):
        return FILES
    choices = [word for item in help_text.items("Positionals") for word in item.choices]
    return choices + [item.names[0] for item in help_text.subcommands] or NOTHING


def zsh_quoted(text):
    return text.replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def zsh_action(found):
    if isinstance(found, list):
        return "(" + " ".join(found) + ")"
    return {FILES: "_files", FOLDERS: "_files -/", NOTHING: " "}[found]


def zsh_specs(options, others):
    lines = []
    for item in options:
        for name in item.names:
            value = f":{zsh_quoted(item.value)}:{zsh_action(kind(item))}" if item.takes_value else ""
            lines.append(f"'{'*' if item.repeated else ''}{name}[{zsh_quoted(item.text)}]{value}'")
    if others != NOTHING:
        lines.append(f"'*: :{zsh_action(others)}'")
    return lines


def zsh_arguments(options, others, indent, flags=""):
    specs = zsh_specs(options, others)
    return [f"{indent}_arguments {flags}-S \\", *[f"{indent}  {spec} \\" for spec in specs[:-1]], f"{indent}  {specs[-1]}"]


def zsh(program, help_text, subcommands):
    lines = [f"#compdef {program}"]
    if not subcommands:
        return "\n".join(lines + zsh_arguments(help_text.options, first_words(help_text), "") + [""])
    names = [name for name, _, _ in subcommands]
    lines += ["local each command=", "for each in ${words[2,CURRENT-1]}; do",
              f"  case $each in {'|'.join(names)}) command=$each; break ;; esac", "done", "case $command in"]
    for name, sub, others in subcommands:
        command_word = [f"1: :({name})"] if others != NOTHING else []
        lines += [f"  {name})", *zsh_arguments(sub.options, others, "    "), "    ;;"]
    lines += ["  *)", *zsh_arguments(help_text.options, names, "    "), "    ;;", "esac", ""]
    return "\n".join(lines)


def fish_quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_lines(program, options, condition):
    lines = []
    for item in options:
        line = f"complete -c {program}{condition}"
        for name in item.names:
            line += f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
        if item.takes_value:
            found = kind(item)
            if isinstance(found, list):
                line += f" -x -a '{' '.join(found)}'"
            else:
                line += {FILES: " -r -F", FOLDERS: " -x -a '(__fish_complete_directories)'", NOTHING: " -x"}[found]
        lines.append(line + f" -d {fish_quoted(item.text)}")
    return lines


def fish(program, help_text, subcommands):
    lines = [f"# Completion of {program} for fish.", f"complete -c {program} -f"]
    if not subcommands:
        words = first_words(help_text)
        if words == FILES:
            lines.append(f"complete -c {program} -F")
        elif words != NOTHING:
            lines.append(f"complete -c {program} -a '{' '.join(words)}'")
        return "\n".join(lines + fish_lines(program, help_text.options, "") + [""])
    names = " ".join(name for name, _, _ in subcommands)
    nothing_yet = f" -n 'not __fish_seen_subcommand_from {names}'"
    for item in help_text.subcommands:
        lines.append(f"complete -c {program}{nothing_yet} -a {item.names[0]} -d {fish_quoted(item.text)}")
    lines += fish_lines(program, help_text.options, nothing_yet)
    for name, sub, others in subcommands:
        condition = f" -n '__fish_seen_subcommand_from {name}'"
        if others == FILES:
            lines.append(f"complete -c {program}{condition} -F")
        lines += fish_lines(program, sub.options, condition)
    return "\n".join(lines + [""])
