// Stands in for firebase-admin: a messaging service that records what would go over the wire, with the names and forms that the
// SDK's reference documents for each field. Argument: a module that exports `messages`. Prints an array of JSON.
const [, , path] = process.argv;
const { messages } = await import(path);

const IMAGE = { imageUrl: 'image' };
const TEXT_KEYS = ['locKey', 'locArgs', 'titleLocKey', 'titleLocArgs', 'subtitleLocKey', 'subtitleLocArgs', 'actionLocKey', 'launchImage'];

const hyphenated = (name) => name.replace(/[A-Z]/g, (letter) => '-' + letter.toLowerCase());
const snake = (name) => name.replace(/[A-Z]/g, (letter) => '_' + letter.toLowerCase());
const seconds = (milliseconds) => {
  if (typeof milliseconds !== 'number' || !(milliseconds >= 0)) throw new Error(`no duration: ${milliseconds}`);
  return `${Math.floor(milliseconds / 1000)}.${String(milliseconds % 1000).padStart(3, '0')}s`;
};

/** A copy of an object with each member's name and value changed by the function of that name, where there is one. */
function rewritten(object, rules = {}, rename = snake) {
  const entries = Object.entries(object).map(([name, value]) => {
    const [key, change] = rules[name] ?? [rename(name), (same) => same];
    return [key, change(value)];
  });
  return Object.fromEntries(entries);
}

const same = (value) => value;
const named = (names) => Object.fromEntries(Object.entries(names).map(([name, other]) => [name, [other, same]]));

function color(text) {
  const match = /^#(..)(..)(..)(..)?$/.exec(text);
  const [red, green, blue, alpha] = match.slice(1).map((digits) => parseInt(digits ?? 'ff', 16) / 255);
  return { red, green, blue, alpha };
}

const light = (settings) => rewritten(settings, {
  color: ['color', color],
  lightOnDurationMillis: ['light_on_duration', seconds],
  lightOffDurationMillis: ['light_off_duration', seconds],
});

const androidNotification = (notification) => rewritten(notification, {
  ...named(IMAGE),
  priority: ['notification_priority', (word) => 'PRIORITY_' + word.toUpperCase()],
  visibility: ['visibility', (word) => word.toUpperCase()],
  proxy: ['proxy', (word) => word.toUpperCase()],
  eventTimestamp: ['event_time', (date) => {
    if (!(date instanceof Date)) throw new Error('eventTimestamp is no Date');
    return date.toISOString();
  }],
  vibrateTimingsMillis: ['vibrate_timings', (timings) => timings.map(seconds)],
  lightSettings: ['light_settings', light],
});

/** The SDK sends 1 for true, and nothing for anything else. */
const flag = (value) => (value === true || value === 1 ? 1 : undefined);

const alert = (value) => (typeof value === 'string' ? value
  : rewritten(value, Object.fromEntries(TEXT_KEYS.map((key) => [key, [hyphenated(key), same]])), same));

const sound = (value) => (typeof value === 'string' ? value : rewritten(value, { critical: ['critical', flag] }, same));

const aps = (value) => rewritten(value, {
  contentAvailable: ['content-available', flag],
  mutableContent: ['mutable-content', flag],
  threadId: ['thread-id', same],
  alert: ['alert', alert],
  sound: ['sound', sound],
}, same);

const wire = (message) => rewritten(message, {
  notification: ['notification', (value) => rewritten(value, named(IMAGE))],
  fcmOptions: ['fcm_options', (value) => rewritten(value)],
  android: ['android', (value) => rewritten(value, {
    ttl: ['ttl', seconds],
    notification: ['notification', androidNotification],
    fcmOptions: ['fcm_options', (options) => rewritten(options)],
  })],
  apns: ['apns', (value) => rewritten(value, {
    payload: ['payload', (payload) => rewritten(payload, { aps: ['aps', aps] }, same)],
    fcmOptions: ['fcm_options', (options) => rewritten(options, named(IMAGE))],
  })],
  webpush: ['webpush', (value) => rewritten(value, { fcmOptions: ['fcm_options', (options) => rewritten(options)] })],
});

class Messaging {
  sent = [];

  async send(message) { this.sent.push(wire(message)); }
}

const messaging = new Messaging();
const getMessaging = () => messaging;
for (const message of messages) await getMessaging().send(message);
console.log(JSON.stringify(messaging.sent));
