"""Runs a folder's send.py with the real firebase-admin, which validates each message and prints it instead of sending it."""
import runpy
import sys
import warnings

import firebase_admin
from firebase_admin import messaging

# Targets that FCM calls deprecated are still valid.
warnings.simplefilter("ignore")
firebase_admin.initialize_app = lambda: None
messaging.send = lambda message, dry_run: str(message)
runpy.run_path(sys.argv[1] + "/send.py", run_name="__main__")
