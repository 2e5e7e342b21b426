// From `richpush scaffold web-worker`, and yours to change. README.md says how the site gets it.
//
// Firebase's SDK shows every message that has a `notification`, with its `image`: to show it here as well would be to
// show it twice. This worker loads the SDK and does what that leaves undone: messages of data alone, and clicks.

'use strict';

// From the Firebase console: Project settings, General, Your apps. None of it is secret.
const firebaseConfig = {
  apiKey: '',
  projectId: '',
  messagingSenderId: '',
  appId: '',
};

// The SDK. Take the version that your pages use.
const sdk = 'https://www.gstatic.com/firebasejs/12.19.0';

// The data key of a message's link: `link-data-key` of pipeline.yml.
const linkKey = 'link';

const missing = Object.keys(firebaseConfig).filter((key) => !firebaseConfig[key]);
if (missing.length > 0) throw new Error(`firebase-messaging-sw.js: fill in ${missing.join(', ')} of firebaseConfig`);

// Before the SDK is loaded, whose own listener keeps the event from later ones. That one brings any open page of the
// site to the front without going where the link leads, and opens no page of another host.
self.addEventListener('notificationclick', (event) => {
  const link = linkBehind(event.notification.data ?? {});
  // Without a link, or on a button of the notification, it is not for this listener.
  if (!link || event.action) return;
  event.stopImmediatePropagation();
  event.notification.close();
  event.waitUntil(show(link));
});

importScripts(`${sdk}/firebase-app-compat.js`, `${sdk}/firebase-messaging-compat.js`);
firebase.initializeApp(firebaseConfig);

// Called for messages that come while no page of the site is visible.
firebase.messaging().onBackgroundMessage((message) => {
  const { title, body, icon, image } = message.data ?? {};
  // Data without a title is for the site and not for the eye.
  if (message.notification || !title) return undefined;
  return self.registration.showNotification(title, {
    body,
    icon: address(icon)?.href,
    image: address(image)?.href,
    data: { link: message.fcmOptions?.link ?? message.data[linkKey] },
  });
});

// Where a notification leads: one that was shown here or in a page (`link`), or one that the SDK has shown (`FCM_MSG`).
function linkBehind({ link, FCM_MSG: message }) {
  if (!message) return address(link);
  // What the Notifications composer sends is the SDK's, which reports to Analytics that it was opened.
  if (message.data && 'google.c.a.c_id' in message.data) return undefined;
  return address(message.fcmOptions?.link ?? message.notification?.click_action ?? message.data?.[linkKey]);
}

// A text as a URL; undefined unless it is https, or of this very site.
function address(text) {
  try {
    const url = new URL(text, self.location.href);
    return text && (url.protocol === 'https:' || url.origin === self.location.origin) ? url : undefined;
  } catch {
    return undefined;
  }
}

// Brings the page to the front where it is open, and opens it where it is not.
async function show(url) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((page) => page.url === url.href);
  return page ? page.focus() : self.clients.openWindow(url.href);
}
