"""A server on 127.0.0.1 that asks each client for a certificate. Prints its port, and ends when its standard input does.

usage: mutual_tls.py CERTIFICATE KEY AUTHORITY
"""
import socket
import ssl
import sys
import threading
import time

# Seconds: a client that says nothing must not keep a connection for ever.
PATIENCE = 20

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
context.load_verify_locations(sys.argv[3])
context.verify_mode = ssl.CERT_REQUIRED


def refuse(connection):
    with connection:
        connection.settimeout(PATIENCE)
        try:
            secured = context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
            secured.do_handshake()
        except OSError:
            # Unread data from the client would reset the connection before the client has read why.
            time.sleep(0.2)
        else:
            secured.close()


def serve(listener):
    while True:
        connection, _ = listener.accept()
        # In a separate thread: a client that sends nothing must not keep others waiting.
        threading.Thread(target=refuse, args=(connection,), daemon=True).start()


listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=serve, args=(listener,), daemon=True).start()
print(listener.getsockname()[1], flush=True)
sys.stdin.read()
