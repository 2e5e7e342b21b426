"""Says what a JSON Schema finds in YAML documents, as an editor does.

The argument names a file of {"schema": ..., "documents": [text, ...]}; standard output is a list with the faults of each
document.
"""

import json
import re
import sys

import jsonschema
import yaml


class Core(yaml.SafeLoader):
    """Reads plain text as YAML 1.2's core schema does, which editors follow."""

    yaml_implicit_resolvers = {}


def resolve(tag, pattern):
    Core.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile("^(?:%s)$" % pattern), None)


resolve("null", r"~|null|Null|NULL|")
resolve("bool", r"true|True|TRUE|false|False|FALSE")
resolve("int", r"[-+]?(?:0|[1-9][0-9]*)")
resolve("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")


def faults(validator, text):
    try:
        document = yaml.load(text, Core)
    except yaml.YAMLError as error:
        return [str(error)]
    found = validator.iter_errors({} if document is None else document)
    return ["%s: %s" % (error.json_path, error.message[:300]) for error in found]


with open(sys.argv[1], encoding="utf-8") as file:
    job = json.load(file)
jsonschema.Draft202012Validator.check_schema(job["schema"])
validator = jsonschema.Draft202012Validator(job["schema"])
json.dump([faults(validator, text) for text in job["documents"]], sys.stdout)
