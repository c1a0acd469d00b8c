"""Manual pages from --help and NAME.man.txt."""


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("\u2026", "...").replace("`", "\\(ga")
    return "\\&" + text if text.startswith((".", "'")) else text


def option_label(item):
    label = ", ".join(f"\\fB{escaped(name)}\\fR" for name in item.names)
    if item.value:
        label += f" \\fI{escaped(item.value)}\\fR"
    return label


def item_lines(item):
    lines = [".TP", option_label(item)]
    words = item.text[:1].upper() + item.text[1:]
    if words and words[-1] not in ".!?":
        words += "."
    if item.choices and " or " not in item.value and "|" not in item.value:
        words += " One of " + ", ".join(item.choices) + "."
    if item.default:
        words += f" Default: {item.default}."
    if item.repeated and "repeated" not in item.text:
        words += " May be repeated."
    for note in item.notes:
        if note in item.text:
            continue
        words += " " + note[0].upper() + note[1:] + "."
    lines.append(escaped(words.strip()) or "\\&")
    return lines


def section_lines(help_text, heading):
    lines = []
    for title, items in help_text.sections:
        name = {"Options": "", "Positionals": "", "Subcommands": "Commands"}.get(title, title)
        if name or heading == ".SS":
            lines.append(f"{heading} {escaped(name)}" if name else "")
        for item in items:
            lines += item_lines(item)
    return [line for line in lines if line]


def extra_lines(text):
    """Parses NAME.man.txt: "# TITLE" begins a section, four spaces an example, "WORDS :: text" a term."""
    lines, literal, space, previous = [], False, False, ""
    for line in text.splitlines():
        if literal and not line.startswith("    ") and line:
            lines += [".fi", ".RE"]
            literal = False
        if line.startswith("# "):
            lines.append(".SH " + escaped(line[2:].upper()))
            space = False
        elif line.startswith("    "):
            if not literal:
                lines += [".PP" if space else "", ".RS 4", ".nf"]
                literal = True
            lines.append(escaped(line[4:]))
        elif " :: " in line:
            term, words = line.split(" :: ", 1)
            lines += [".TP", f"\\fB{escaped(term)}\\fR", escaped(words)]
            space = True
        elif not line:
            space = True
        else:
            if space and not lines[-1].startswith((".SH", ".PP")) and previous == "":
                lines.append(".PP")
            lines.append(escaped(line))
        previous = line
    if literal:
        lines += [".fi", ".RE"]
    return [line for line in lines if line]


def page(program, version, date, help_text, subcommands, extra):
    """The page in section 1. `subcommands` are pairs of a name and its Help, `extra` is the text of man/NAME.txt."""
    summary, _, more = extra.partition("\n")
    lines = [f'.TH {program.upper()} 1 "{date}" "crownd {version}" "crownd"', ".nh", ".ad l"]
    lines += [".SH NAME", escaped(program) + " \\- " + escaped(summary), ".SH SYNOPSIS"]
    usages = help_text.usage + [use for _, sub in subcommands for use in sub.usage]
    for number, use in enumerate(usages):
        words = use.split(" ", 1)
        lines += [".br"] * (number > 0) + [f"\\fB{escaped(words[0])}\\fR {escaped(words[1] if len(words) > 1 else '')}"]
    lines += [".SH DESCRIPTION", escaped(help_text.description)]
    for paragraph in help_text.footer:
        lines += [".PP", escaped(paragraph)]
    lines += [".SH OPTIONS"] + section_lines(help_text, ".SS")
    for name, sub in subcommands:
        lines += [f".SH OPTIONS OF {escaped(name.upper())}", escaped(sub.description[:1].upper() + sub.description[1:].rstrip(".")) + "."]
        lines += section_lines(sub, ".SS")
    return "\n".join(lines + extra_lines(more.strip("\n"))) + "\n"
