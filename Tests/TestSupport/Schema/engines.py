"""Says what engines find in the files that are written for them.

The argument names a file of {"kind": [text, ...]}; standard output is an object with the faults of each document, by kind. The
definitions are those of the engines: Kubernetes' in kubernetes-validate, Google's in google-api-python-client, AWS' in botocore,
GitHub's and GitLab's schemas in check-jsonschema.
"""

import importlib.resources
import json
import re
import sys

import jsonschema
import yaml


def kubernetes(text):
    import kubernetes_validate

    try:
        kubernetes_validate.validate(yaml.safe_load(text), "1.33", strict=True)
    except (kubernetes_validate.ValidationError, kubernetes_validate.SchemaNotFoundError) as error:
        return [str(error)]
    return []


def google(name, root):
    """Discovery documents are JSON Schemas but for their references, whose unknown members are errors."""
    folder = importlib.resources.files("googleapiclient") / "discovery_cache" / "documents"
    schemas = json.loads((folder / (name + ".json")).read_text())["schemas"]

    def check(schema, value, path):
        schema = schemas[schema["$ref"]] if "$ref" in schema else schema
        kind = schema.get("type", "any")
        types = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
        if kind in types and (not isinstance(value, types[kind]) or (kind == "integer" and isinstance(value, bool))):
            return ["%s: %r is not of type %s" % (path, value, kind)]
        if kind == "array":
            return [fault for i, item in enumerate(value) for fault in check(schema["items"], item, "%s[%d]" % (path, i))]
        if kind == "object":
            return [fault for key, item in value.items() for fault in member(schema, key, item, path + "." + key)]
        if "enum" in schema and value not in schema["enum"]:
            return ["%s: %r is none of %s" % (path, value, schema["enum"])]
        if schema.get("format") == "int64" and not re.fullmatch("-?[0-9]+", value):
            return ["%s: %r is no whole number" % (path, value)]
        if schema.get("format") == "google-duration" and not re.fullmatch(r"[0-9]+(\.[0-9]+)?s", value):
            return ["%s: %r is no duration" % (path, value)]
        return []

    def member(schema, key, value, path):
        known = schema.get("properties", {}).get(key) or schema.get("additionalProperties")
        return check(known, value, path) if known else ["%s: unknown" % path]

    return lambda text: check(schemas[root], json.loads(text), "$")


def aws(operation):
    import botocore.session
    import botocore.validate

    model = botocore.session.get_session().get_service_model("batch").operation_model(operation).input_shape

    def unknown(shape, value, path):
        if shape.type_name == "structure":
            for key, item in value.items():
                if key in shape.members:
                    yield from unknown(shape.members[key], item, path + "." + key)
                else:
                    yield path + "." + key + ": unknown"
        elif shape.type_name == "list":
            for item in value:
                yield from unknown(shape.member, item, path + "[]")
        elif getattr(shape, "enum", None) and value not in shape.enum:
            yield "%s: %r is none of %s" % (path, value, shape.enum)

    def check(text):
        value = json.loads(text)
        report = botocore.validate.ParamValidator().validate(value, model)
        return ([report.generate_report()] if report.has_errors() else []) + list(unknown(model, value, "$"))

    return check


def vendored(name):
    folder = importlib.resources.files("check_jsonschema") / "builtin_schemas" / "vendor"
    schema = json.loads((folder / (name + ".json")).read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    return lambda text: ["%s: %s" % (error.json_path, error.message[:300]) for error in validator.iter_errors(yaml.safe_load(text))]


KINDS = {
    "kubernetes": lambda: kubernetes,
    "google-batch": lambda: google("batch.v1", "Job"),
    "cloud-run": lambda: google("run.v2", "GoogleCloudRunV2Job"),
    "aws-definition": lambda: aws("RegisterJobDefinition"),
    "aws-job": lambda: aws("SubmitJob"),
    "github": lambda: vendored("github-workflows"),
    "gitlab": lambda: vendored("gitlab-ci"),
}

with open(sys.argv[1], encoding="utf-8") as file:
    documents = json.load(file)
found = {}
for kind, texts in documents.items():
    check = KINDS[kind]()
    found[kind] = [check(text) for text in texts]
json.dump(found, sys.stdout)
