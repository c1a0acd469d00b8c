"""--help of a program as a data structure. All programs print it in the form of CLI11."""

import re
from dataclasses import dataclass, field

TEXT_COLUMN = 30  # the column where CLI11 begins the text of an option


@dataclass
class Item:
    """An option, a positional argument or a subcommand."""

    names: list
    value: str = ""  # the name of its value, such as "FILE"; empty for a flag
    choices: list = field(default_factory=list)
    default: str = ""
    repeated: bool = False
    notes: list = field(default_factory=list)  # "Needs: --listen"
    text: str = ""

    @property
    def takes_value(self):
        return bool(self.value)


@dataclass
class Help:
    description: str
    usage: list
    sections: list  # of (title, items)
    footer: list  # paragraphs

    def items(self, *titles):
        return [item for title, items in self.sections if title in titles for item in items]

    @property
    def options(self):
        return [item for _, items in self.sections for item in items if item.names[0].startswith("-")]

    @property
    def subcommands(self):
        return self.items("Subcommands", "Games")


def read_item(label):
    names, _, rest = label.partition(" ")
    item = Item([re.sub(r"\{false\}$", "", name) for name in names.split(",")])
    rest, *item.notes = re.split(r" +(?=(?:Needs|Excludes):)", " " + rest.replace("REQUIRED", "").strip())
    rest = rest.strip()
    if rest.endswith("..."):
        item.repeated = True
        rest = rest[:-3].rstrip()
    if re.fullmatch(r"\w+( or \w+)+", rest):
        item.choices = rest.split(" or ")
    if found := re.search(r":\{([^}]*)\}", rest):
        item.choices = found[1].split(",")
        rest = rest.replace(found[0], "")
    if found := re.search(r":(?:\w+ in )(\[[^]]*\])", rest):
        item.notes.append("from " + found[1][1:-1].replace(" - ", " to "))
        rest = rest.replace(found[0], "")
    rest = re.sub(r":POSITIVE", "", rest)
    # "NAME=crownd" is a default, "[NAME=]FILE" is not.
    if found := re.match(r"^([^=\[]+)=(.+)$", rest):
        rest, item.default = found[1], found[2]
    if not item.names[0].startswith("-") and not rest:
        return item
    item.value = {"INT": "N", "UINT": "N", "FLOAT": "NUMBER"}.get(rest.strip(), rest.strip())
    return item


def parse(text):
    """Parses --help. Options, arguments and subcommands are indented by two columns, their descriptions by thirty."""
    description, usage, sections, footer = [], [], [], []
    place = description
    lines = text.splitlines()
    for line, below in zip(lines, [*lines[1:], ""]):
        indent = len(line) - len(line.lstrip())
        if line.startswith("Usage: ") or (place is usage and 0 < indent):
            usage.append(line.replace("Usage:", "").strip())
            place = usage
        elif re.match(r"^[A-Z][A-Za-z ]*:$", line):
            place = []
            sections.append((line[:-1], place))
        elif not line.strip():
            place = footer if place is footer else place
        elif indent == 2 and sections:
            label, words = line[2:], ""
            if line[TEXT_COLUMN - 1 : TEXT_COLUMN] == " " and "  " in label or not below.startswith(" " * TEXT_COLUMN):
                label, words = line[2:TEXT_COLUMN].strip(), line[TEXT_COLUMN:].strip()
            item = read_item(label)
            item.text = words
            place.append(item)
        elif indent >= TEXT_COLUMN and sections and sections[-1][1]:
            last = sections[-1][1][-1]
            last.text = (last.text + " " + line.strip()).strip()
        elif not usage:
            description.append(line.strip())
        else:
            place = footer
            footer.append(line.strip())
    return Help(" ".join(description), usage, sections, footer)
