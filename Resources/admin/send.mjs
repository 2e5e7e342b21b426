// Sends the messages of messages.jsonl with firebase-admin 14.1 or later: node send.mjs [--dry-run]. Written by richpush.
// They have the names of FCM's REST API. The SDK sends these as they are; only its time to live is a number of milliseconds.
import { readFileSync } from 'node:fs';
import { initializeApp } from 'firebase-admin/app';
import { getMessaging } from 'firebase-admin/messaging';

initializeApp();
const isDryRun = process.argv.includes('--dry-run');
for (const [index, line] of readFileSync(new URL('messages.jsonl', import.meta.url), 'utf8').split('\n').entries()) {
  if (!line) continue;
  const message = JSON.parse(line);
  if (message.android?.ttl) message.android.ttl = Math.round(parseFloat(message.android.ttl) * 1000);
  await getMessaging().send(message, isDryRun).then(console.log, (error) => {
    console.error(`messages.jsonl:${index + 1}: ${error.message}`);
    process.exitCode = 1;
  });
}
