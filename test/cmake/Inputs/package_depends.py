# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that all dependencies and recommendations of Debian's packages are installed
in the required version, or are among them: package_depends.py PACKAGE.deb..."""

import re
import subprocess
import sys


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def installed_version(name):
    result = run("dpkg-query", "--show", "--showformat=${Version}", name)
    return result.stdout if result.returncode == 0 else ""


def main():
    packages = sys.argv[1:]
    own = {
        run("dpkg-deb", "--field", package, "Package").stdout.strip()
        for package in packages
    }
    errors = checked = 0
    for package in packages:
        for field in "Depends", "Recommends":
            text = run("dpkg-deb", "--field", package, field).stdout
            for dependency in filter(None, re.split(r",\s*", text.strip())):
                name, relation = re.fullmatch(
                    r"(\S+)(?: \(([<>=]+ \S+)\))?", dependency
                ).groups()
                if name in own:
                    continue
                checked += 1
                version = installed_version(name)
                if not version or (
                    relation
                    and run(
                        "dpkg", "--compare-versions", version, *relation.split()
                    ).returncode
                ):
                    errors += 1
                    print(f"{package}: error: {field} '{dependency}', got '{version}'")
    print(f"{checked} checked, {errors} errors")
    return bool(errors or not checked)


if __name__ == "__main__":
    sys.exit(main())
