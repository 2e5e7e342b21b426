// A site's service worker that does with a push message what that of FCM's library does while no page of the site is visible
// (firebase-js-sdk, packages/messaging/src/listeners/sw-listeners.ts, onPush, wrapInternalPayload and showNotification, at commit
// 1625f7a95cc3ffb666845db0a8044329be74b5be): it shows what the message calls its notification, and adds no words of its own.
'use strict';

// By the text of its message, how each push ended: null, or the error. The library keeps no such list.
const handled = new Map();

// What can be read of a notification.
const members = [
  'actions', 'badge', 'body', 'data', 'dir', 'icon', 'image', 'lang', 'renotify', 'requireInteraction', 'silent', 'tag',
  'timestamp', 'title', 'vibrate',
];

async function show(message) {
  if (!message.notification) return;
  const options = { ...message.notification, data: { FCM_MSG: message } };
  await self.registration.showNotification(options.title ?? '', options);
}

self.addEventListener('push', (event) => {
  const work = show(event.data.json());
  handled.set(event.data.text(), work.then(() => null, String));
  event.waitUntil(work);
});

async function ending(text) {
  while (!handled.has(text)) await new Promise((resolve) => setTimeout(resolve, 20));
  return await handled.get(text);
}

async function shown() {
  const notifications = await self.registration.getNotifications();
  return notifications.map((one) => Object.fromEntries(members.map((name) => [name, one[name]])));
}
