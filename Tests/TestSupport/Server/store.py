"""Runs an object store on a free port of 127.0.0.1: `store.py s3` or `store.py gcs`, with a bucket `push-assets`; S3 has `other-assets` too.

Prints what there is to know as one line of JSON, and ends when its standard input does. S3 is moto's, which verifies
signatures and permissions: one user may do everything, also with temporary credentials, another nothing. Cloud Storage is
gcp-storage-emulator's.
"""

import json
import logging
import os
import sys
import threading
from functools import partial
from http.server import ThreadingHTTPServer

BUCKET = "push-assets"
REGION = "eu-west-1"
EVERYTHING = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
TRUST = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": "*"}}]}


def s3():
    # Three requests make the first user; all after are asked who they are.
    os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "3"
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    port = server.get_host_and_port()[1]

    def client(service, key):
        return boto3.client(
            service, endpoint_url=f"http://127.0.0.1:{port}", region_name=REGION,
            aws_access_key_id=key["AccessKeyId"], aws_secret_access_key=key["SecretAccessKey"])

    nobody = client("iam", {"AccessKeyId": "none", "SecretAccessKey": "none"})
    nobody.create_user(UserName="owner")
    owner = nobody.create_access_key(UserName="owner")["AccessKey"]
    nobody.put_user_policy(UserName="owner", PolicyName="all", PolicyDocument=json.dumps(EVERYTHING))
    users = client("iam", owner)
    users.create_user(UserName="stranger")
    stranger = users.create_access_key(UserName="stranger")["AccessKey"]
    for name in [BUCKET, "other-assets"]:
        client("s3", owner).create_bucket(Bucket=name, CreateBucketConfiguration={"LocationConstraint": REGION})
    keys = {name: [key["AccessKeyId"], key["SecretAccessKey"]] for name, key in [("owner", owner), ("stranger", stranger)]}
    return {"port": port, "keys": keys | {"temporary": temporary(users, client("sts", owner))}}


def temporary(users, tokens):
    """The identifier of a key that is good for an hour, its secret, and the token that must be sent along."""
    role = users.create_role(RoleName="publisher", AssumeRolePolicyDocument=json.dumps(TRUST))["Role"]
    users.put_role_policy(RoleName="publisher", PolicyName="all", PolicyDocument=json.dumps(EVERYTHING))
    key = tokens.assume_role(RoleArn=role["Arn"], RoleSessionName="tests")["Credentials"]
    return [key["AccessKeyId"], key["SecretAccessKey"], key["SessionToken"]]


def gcs():
    from gcp_storage_emulator.handlers.buckets import create_bucket
    from gcp_storage_emulator.server import RequestHandler
    from gcp_storage_emulator.storage import Storage

    storage = Storage(use_memory_fs=True)
    create_bucket(BUCKET, storage)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(RequestHandler, storage))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return {"port": server.server_address[1], "keys": {}}


def main():
    logging.disable(logging.CRITICAL)
    print(json.dumps({"s3": s3, "gcs": gcs}[sys.argv[1]]()), flush=True)
    sys.stdin.read()
    os._exit(0)


main()
