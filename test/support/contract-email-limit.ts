import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '#platform/lib/ids'
import type { TestApp } from '#test/api-harness'
import type { ContractGroup, ContractRequests } from '#test/contract-requests'
import { sendRequest } from '#test/http-server'

/*
 * The tests of the email limit: no operation sends an address an eleventh email in an hour. An email
 * with a dedup key is sent once for each gift, whose creation has its own limit. The operation that
 * sends any other email limits it.
 */

export function describeEmailLimit(group: ContractGroup, { freshRequest }: ContractRequests): void {
  const { contract, testApp, origin } = group.harness
  const changes = group.operations.filter(
    // in staging, an account simulates the actions of a recipient once for each gift
    ({ method, isStagingOnly }) => method !== 'GET' && isStagingOnly !== true,
  )
  describe('an address that got ten emails in an hour', () => {
    for (const operation of changes)
      it(`gets no other one: ${operation.id}`, async () => {
        const request = await freshRequest(operation)
        const before = await insertTenEmailsToEachAddress(testApp)
        try {
          const response = await sendRequest(origin, request)
          contract.check(operation.id, response)
          assert.deepEqual(await findRepeatableEmails(testApp, before), [], `${response.status}`)
        } finally {
          await testApp.run((ctx) =>
            ctx.query('delete from mail.message where id = any ($1)', [[...before]]),
          )
        }
      })
  })
}

/** Inserts ten emails to each address. Returns the ids of the emails. */
async function insertTenEmailsToEachAddress({ run }: TestApp): Promise<ReadonlySet<string>> {
  return run(async (ctx) => {
    const rows = await ctx.query<{ digest: Buffer }>(
      `select distinct sha256(convert_to(email_key, 'UTF8')) as digest from gifting.gift_request
        where account_id = $1 and email_key <> ''`,
      [ctx.account_id],
    )
    const digests = rows.flatMap(({ digest }) => Array.from({ length: 10 }, () => digest))
    const ids = digests.map(() => newId())
    await ctx.query(
      `insert into mail.message (account_id, id, kind, priority, to_digest, code, state, attempts, created_at, ended_at)
       select $1, id, 'verify_address', 1, digest, 'code', 'suppressed', 0, $4, $4
         from unnest($2::uuid[], $3::bytea[]) as m (id, digest)`,
      [ctx.account_id, ids, digests, ctx.now],
    )
    return new Set(ids)
  })
}

/**
 * Finds the kinds of the emails that an operation sent to these addresses after the
 * ten emails, and could send again.
 */
const findRepeatableEmails = ({ run }: TestApp, before: ReadonlySet<string>) =>
  run((ctx) =>
    ctx.queryValues<string>(
      `select kind from mail.message
        where account_id = $1 and channel = 'email' and dedup_key is null and id > $2
          and to_digest in (select to_digest from mail.message where account_id = $1 and id = any ($3))`,
      [ctx.account_id, [...before].sort().at(-1) ?? newId(), [...before]],
    ),
  )
