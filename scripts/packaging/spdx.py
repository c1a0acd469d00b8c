"""spdx.py VERSION COMMIT TIME FOLDER: writes FOLDER/crownd-VERSION.spdx.json (SPDX 2.3): the files of a release, and the libraries
that they contain or load, with the versions on the building machine."""

import datetime
import hashlib
import json
import pathlib
import subprocess
import sys

from contents import IN_PAGE, IN_PROGRAMS, IN_WINDOWS, LOADED

VERSION, COMMIT, TIME, FOLDER = sys.argv[1:]
FOLDER = pathlib.Path(FOLDER)
FILES = sorted(FOLDER.glob("*crownd*"))


def debian_version(package):
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}\n", package], capture_output=True, text=True)
    return done.stdout.splitlines()[0] if done.returncode == 0 and done.stdout else "NOASSERTION"


def part(identifier, name, version, licence, **more):
    return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION"} | more


def released_file(number, path):
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return part(f"File-{number}", path.name, VERSION, "MIT", packageFileName=path.name,
                checksums=[{"algorithm": "SHA256", "checksumValue": digest}])


def related(one, kind, other):
    return {"spdxElementId": f"SPDXRef-{one}", "relationshipType": kind, "relatedSpdxElement": f"SPDXRef-{other}"}


def library(package, name, licence, version=None):
    version = version or debian_version(package)
    reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": f"pkg:deb/debian/{package}@{version}"}
    return part(name, name, version, licence, externalRefs=[reference])


packages = [part("crownd", "crownd", VERSION, "MIT", sourceInfo=f"git commit {COMMIT}")]
relations = [related("DOCUMENT", "DESCRIBES", "crownd")]
for number, path in enumerate(FILES):
    packages.append(released_file(number, path))
    relations.append(related(f"File-{number}", "GENERATED_FROM", "crownd"))
for libraries, link in ((IN_PROGRAMS, "STATIC_LINK"), (LOADED, "DYNAMIC_LINK")):
    packages += [library(*each) for each in libraries]
    relations += [related("crownd", link, name) for _, name, _ in libraries]
for number in (number for number, path in enumerate(FILES) if path.suffix == ".zip"):
    packages.append(library("libzstd", "zstd-source", "BSD-3-Clause", pathlib.Path("build/windows-deps/done").read_text().strip()))
    relations += [related(f"File-{number}", "STATIC_LINK", name) for name in ("zstd-source", *(name for _, name, _ in IN_WINDOWS))]
    packages += [library(*each) for each in IN_WINDOWS if each not in IN_PROGRAMS]
# Packages have the engine for browsers if scripts/package page ran before.
if pathlib.Path("build/page/engine/worker.js").exists():
    of_page = [each for each in IN_PAGE if each not in IN_PROGRAMS]
    packages += [library(*each) for each in of_page]
    relations += [related("crownd", "STATIC_LINK", name) for _, name, _ in of_page]

document = {
    "spdxVersion": "SPDX-2.3",
    "dataLicense": "CC0-1.0",
    "SPDXID": "SPDXRef-DOCUMENT",
    "name": f"crownd-{VERSION}",
    "documentNamespace": f"https://spdx.org/spdxdocs/crownd-{VERSION}-{COMMIT}",
    "creationInfo": {"created": datetime.datetime.fromtimestamp(int(TIME), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                     "creators": ["Organization: The crownd authors", "Tool: scripts/packaging/spdx.py"]},
    "packages": packages,
    "relationships": relations,
}
(FOLDER / f"crownd-{VERSION}.spdx.json").write_text(json.dumps(document, indent=1) + "\n")
