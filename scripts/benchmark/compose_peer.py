"""The script that composing is measured against: a table in, a line of JSON for each row out, and nothing looked at."""
import csv, json, sys  # noqa: E401

with open(sys.argv[1]) as file:
    urls = {(asset["source"], client): asset["url"] for asset in json.load(file)["assets"]
            for client in asset.get("platforms", ["android", "ios", "web"])}
with open(sys.argv[2], newline="") as rows, open(sys.argv[3], "w") as out:
    for row in csv.DictReader(rows):
        android, ios, web = ({"image": urls[row["media"], client]} for client in ("android", "ios", "web"))
        apple, title = {"fcm_options": ios, "payload": {"aps": {"mutable-content": 1}}}, row["title"].replace("{{name}}", row["name"])
        out.write(json.dumps({"message": {
            "android": {"notification": android}, "apns": apple, "notification": {"body": row["body"], "title": title},
            "token": row["token"], "webpush": {"notification": web}}}) + "\n")
