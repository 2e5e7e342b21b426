"""Prints what firebase-admin makes of the messages of a folder's messages.py, as an array of JSON."""
import json
import sys
import warnings

# Targets that FCM calls deprecated are good all the same.
warnings.simplefilter("ignore")
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])

from messages import messages  # noqa: E402

print(json.dumps([json.loads(str(message)) for message in messages]))
