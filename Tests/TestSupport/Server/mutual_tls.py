"""A server on 127.0.0.1 that asks each client for a certificate. Prints its port, and ends with its standard input.

usage: mutual_tls.py CERTIFICATE KEY AUTHORITY
"""
import os
import socket
import ssl
import sys
import threading
import time

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
context.load_verify_locations(sys.argv[3])
context.verify_mode = ssl.CERT_REQUIRED
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)


def end_with_input():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_input, daemon=True).start()
while True:
    connection, _ = listener.accept()
    # A silent client must not hold up the others.
    connection.settimeout(5)
    secured = context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
    try:
        secured.do_handshake()
    except OSError:
        # Unread data from the client would reset the connection before the client has read why.
        time.sleep(0.2)
    secured.close()
