import TestSupport
import richpush

/// firebase-messaging-sw.js at work in Node.js, in a service worker's surroundings that note what it does.
enum WorkerRun {
  /// What happens to the worker after it has been loaded.
  enum Step {
    /// A message, as FCM hands it to the browser.
    case push(JSON)
    /// A click on a notification with this `data`; `action` is the button.
    case click(JSON, action: String = "")

    var json: JSON {
      switch self {
      case .push(let message): ["push": message]
      case .click(let data, let action): ["click": ["data": data, "action": .string(action)]]
      }
    }
  }

  /// - Parameters:
  ///   - pages: the addresses of the site's open pages, none of them visible.
  ///   - isConfigured: whether its `firebaseConfig` was filled in.
  /// - Returns: what was done, in order.
  static func log(_ steps: [Step], pages: [JSON] = [], isConfigured: Bool = true) async throws -> JSON {
    let folder = TemporaryFolder()
    let script = WebWorker.files[0].text
    try folder.write(isConfigured ? script.replacing(": '',\n", with: ": 'mine',\n") : script, to: "worker.js")
    try folder.write(surroundings, to: "run.js")
    let input: JSON = ["steps": .array(steps.map(\.json)), "pages": .array(pages)]
    try folder.write(input.compactText, to: "input.json")
    let output = try await Program("node").run(["run.js"], workingDirectory: folder.path)
    guard output.status == 0 else { throw ProgramError.failed("node run.js", stderr: output.stderr) }
    return try JSON(output.stdout)
  }

  /// The SDK in here is a stand-in that shows messages and takes clicks in the order and under the conditions of the real one
  /// (firebase-js-sdk, packages/messaging/src/listeners/sw-listeners.ts).
  private static let surroundings = #"""
    'use strict';
    const fs = require('node:fs');
    const vm = require('node:vm');

    const { steps, pages } = JSON.parse(fs.readFileSync('input.json', 'utf8'));
    const log = [];
    const listeners = { push: [], notificationclick: [] };

    async function dispatch(type, fields) {
      let isStopped = false;
      const waits = [];
      const stopImmediatePropagation = () => { isStopped = true; };
      const event = { ...fields, waitUntil: (promise) => waits.push(promise), stopImmediatePropagation };
      for (const listener of listeners[type]) if (!isStopped) listener(event);
      await Promise.all(waits);
    }

    function loadSDK(...urls) {
      log.push({ imported: urls });
      worker.firebase = { initializeApp: (config) => log.push({ initialized: config }), messaging: startMessaging };
    }

    function startMessaging() {
      let handler;
      worker.addEventListener('push', ({ message, waitUntil }) => waitUntil((async () => {
        if (message.notification) {
          await worker.registration.showNotification(
            message.notification.title ?? '', { ...message.notification, data: { FCM_MSG: message } });
        }
        await handler(message);
      })()));
      worker.addEventListener('notificationclick', ({ notification }) => {
        if (notification.data?.FCM_MSG) log.push('left to the SDK');
      });
      return { onBackgroundMessage: (given) => { handler = given; } };
    }

    const worker = {
      URL,
      location: new URL('https://www.example.com/firebase-messaging-sw.js'),
      addEventListener: (type, listener) => listeners[type].push(listener),
      importScripts: loadSDK,
      registration: { showNotification: async (title, options) => log.push({ shown: title, options }) },
      clients: {
        matchAll: async () => pages.map((url) => ({ url, focus: async () => log.push({ focused: url }) })),
        openWindow: async (url) => log.push({ opened: url }),
      },
    };
    worker.self = worker;

    async function main() {
      try {
        vm.runInNewContext(fs.readFileSync('worker.js', 'utf8'), worker);
      } catch (error) {
        log.push({ failed: error.message });
      }
      for (const { push, click } of steps) {
        if (push) await dispatch('push', { message: push });
        if (!click) continue;
        const notification = { data: click.data, close: () => log.push('closed') };
        await dispatch('notificationclick', { notification, action: click.action });
      }
      console.log(JSON.stringify(log));
    }

    main();

    """#
}

extension JSON {
  /// JSON text on one line, with sorted keys.
  fileprivate var compactText: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): String(reflecting: value)
    case .array(let elements): "[" + elements.map(\.compactText).joined(separator: ",") + "]"
    case .object(let values):
      "{" + values.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1.compactText)" }.joined(separator: ",") + "}"
    }
  }
}
