// @module-tag operations/full
import pg from "pg";
import { expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { appliedByAll, openStreams, signedInSpecialists } from "../measure/many-streams.ts";
import { openTestApp, SECRET } from "../support/test-app.ts";

const STREAMS = 100;

test("each of a hundred streams of a node hears of every new case and message, and none is left when they have gone", async () => {
  const testApp = await openTestApp();
  const { settings, live } = testApp.app.services;
  const tokens = await signedInSpecialists(testApp.databaseUrl, testApp.db, SECRET, settings.publicUrl, STREAMS);
  const ana = await testApp.signUp(cast.ana);
  const client = new pg.Client({ connectionString: testApp.databaseUrl });
  await client.connect();
  const caseId = await appliedByAll(client, ana.id);
  const streams = await openStreams(testApp.url, tokens);
  expect(live.count()).toBe(STREAMS);
  const rounds = [
    await streams.round(client, ana.id),
    await streams.round(client, ana.id),
    await streams.round(client, ana.id),
    await streams.messages(client, caseId),
    await streams.messages(client, caseId),
  ];
  const slowest = Math.round(Math.max(...rounds.map(({ last }) => last)));
  console.log(`streams: ${STREAMS} told of ${rounds.length} cases and messages, the last after ${slowest} ms`);
  streams.close();
  await expect.poll(() => live.count()).toBe(0);
  await client.end();
  await testApp.close();
});
