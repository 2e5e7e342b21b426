"""Sends the messages of messages.jsonl with firebase-admin 7.7 or later and Python 3.11 or later: python3 send.py [--dry-run]

Written by richpush. They have the names of FCM's REST API, and the SDK takes only objects of its classes. A field that a class does not have is an error.
"""
import json
import pathlib
import sys
from datetime import datetime

import firebase_admin
from firebase_admin import exceptions, messaging as sdk

WEB = {name: name for name in "title body icon badge data image renotify silent tag vibrate".split()}
WEB |= {"dir": "direction", "lang": "language", "requireInteraction": "require_interaction", "timestamp": "timestamp_millis"}
seconds = lambda text: float(text.rstrip("s"))  # noqa: E731
millis = lambda text: round(seconds(text) * 1000)  # noqa: E731
word = lambda text: text.lower().removeprefix("priority_")  # noqa: E731


def color(parts):
    channels = [parts.get("red", 0), parts.get("green", 0), parts.get("blue", 0), parts.get("alpha", 1)]
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in channels)


def payload(members):
    made = sdk.APNSPayload(sdk.Aps())
    made.custom_data = members  # Sent as it is, "aps" in place of the empty one.
    return made


def web(members):
    actions = [sdk.WebpushNotificationAction(**action) for action in members.get("actions", [])]
    own = {name: value for name, value in members.items() if name not in WEB and name != "actions"}
    known = {WEB[name]: value for name, value in members.items() if name in WEB}
    return sdk.WebpushNotification(actions=actions or None, custom_data=own, **known)


# The class of each object; and where an argument has another name or value than the field: its name, and what makes the value.
CLASSES = {
    "": (sdk.Message, {}), "/notification": (sdk.Notification, {}), "/fcm_options": (sdk.FCMOptions, {}),
    "/android": (sdk.AndroidConfig, {"ttl": ("ttl", seconds), "priority": ("priority", word)}),
    "/android/fcm_options": (sdk.AndroidFCMOptions, {}),
    "/android/notification": (sdk.AndroidNotification, {
        "notification_priority": ("priority", word), "visibility": ("visibility", word), "proxy": ("proxy", word),
        "event_time": ("event_timestamp", datetime.fromisoformat),
        "vibrate_timings": ("vibrate_timings_millis", lambda texts: [millis(text) for text in texts])}),
    "/android/notification/light_settings": (sdk.LightSettings, {
        "color": ("color", color), "light_on_duration": ("light_on_duration_millis", millis),
        "light_off_duration": ("light_off_duration_millis", millis)}),
    "/webpush": (sdk.WebpushConfig, {"notification": ("notification", web)}),
    "/webpush/fcm_options": (sdk.WebpushFCMOptions, {}),
    "/apns": (sdk.APNSConfig, {"payload": ("payload", payload)}), "/apns/fcm_options": (sdk.APNSFCMOptions, {}),
}


def built(value, path=""):
    if path not in CLASSES:
        return value
    make, changes = CLASSES[path]
    arguments = {name: built(member, f"{path}/{name}") for name, member in value.items() if name not in changes}
    return make(**arguments, **{name: change(value[key]) for key, (name, change) in changes.items() if key in value})


firebase_admin.initialize_app()
failed = False
for number, line in enumerate(open(pathlib.Path(__file__).with_name("messages.jsonl"), encoding="utf-8"), 1):
    try:
        print(sdk.send(built(json.loads(line)), dry_run="--dry-run" in sys.argv))
    except (AttributeError, TypeError, ValueError, exceptions.FirebaseError) as error:
        print(f"messages.jsonl:{number}: {error}", file=sys.stderr)
        failed = True
sys.exit(failed)
