// Stands in for firebase-admin: it does to a message what `validateMessage` of src/messaging/messaging-internal.ts does to one with the
// names of the REST API, and prints it instead of sending it.
const seconds = (milliseconds) => {
  if (typeof milliseconds !== 'number' || !(milliseconds >= 0)) throw new Error(`TTL must be a non-negative duration in milliseconds`);
  return `${Math.floor(milliseconds / 1000)}.${String(milliseconds % 1000).padStart(3, '0')}s`;
};

/** What the SDK makes of a flag: 1 for true, and nothing for anything else. */
function flag(object, name) {
  if (object?.[name] === undefined || object[name] === 1) return;
  if (object[name] === true) object[name] = 1;
  else delete object[name];
}

function validated(message) {
  const targets = ['token', 'topic', 'condition', 'fid'].filter((name) => message[name]);
  if (targets.length !== 1) throw new Error('Exactly one of topic, token, fid or condition is required');
  const { android, apns } = message;
  if (android?.ttl !== undefined) android.ttl = seconds(android.ttl);
  for (const name of ['visibility', 'proxy']) {
    if (android?.notification?.[name]) android.notification[name] = android.notification[name].toUpperCase();
  }
  const aps = apns?.payload?.aps;
  for (const name of ['content-available', 'mutable-content']) flag(aps, name);
  if (typeof aps?.sound === 'object') {
    if (!aps.sound.name) throw new Error('apns.payload.aps.sound.name must be a non-empty string');
    flag(aps.sound, 'critical');
  }
  return message;
}

export const initializeApp = () => {};
export const getMessaging = () => ({ send: async (message, isDryRun) => JSON.stringify(validated(structuredClone(message))) });
