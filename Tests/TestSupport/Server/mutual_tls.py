"""A server on 127.0.0.1 that asks each client for a certificate. Prints its port.

usage: mutual_tls.py CERTIFICATE KEY AUTHORITY
"""
import socket
import ssl
import sys
import time

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
context.load_verify_locations(sys.argv[3])
context.verify_mode = ssl.CERT_REQUIRED
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    connection, _ = listener.accept()
    secured = context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
    try:
        secured.do_handshake()
    except OSError:
        # Unread data from the client would reset the connection before the client has read why.
        time.sleep(0.2)
    secured.close()
