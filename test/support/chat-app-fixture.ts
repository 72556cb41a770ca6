import { after } from 'node:test'
import { createHandler } from '#chat-actions'
import * as chatApps from '#chat-apps'
import * as connections from '#connections'
import type { AdminTestApp } from '#test/admin-harness'
import { eventually } from '#test/eventually'
import { type FakeSlack, slackTokens, startFakeSlack } from '#test/fake-slack'
import { slackApp } from '../../packages/connectors/slack-app/index.ts'

export const chatRegistry = connections.createRegistry([slackApp], {
  outbound: { allowPrivate: true },
})

export interface ChatAppFixture {
  slack: FakeSlack
  connection_id: string
  /** The errors that the loops reported. */
  errors: unknown[]
  /** Opens and closes sockets as the connections say, and waits until one is ready. */
  connect(): Promise<void>
  round(): Promise<unknown>
  /** Posts what is due. */
  postDue(): Promise<void>
  /** Posts what is due now, also what waits for a retry. Ends the leases of other calls. */
  post(): Promise<void>
  find(): Promise<connections.Connection>
}

/** Adds the chat app of an account, with its socket and its posts. */
export async function createChatAppFixture(
  testApp: Pick<AdminTestApp, 'db' | 'run'>,
  account_id?: string,
  more: Record<string, string> = {},
): Promise<ChatAppFixture> {
  const slack = await startFakeSlack()
  const { id } = await testApp.run(
    (ctx) =>
      connections.create(
        ctx,
        {
          kind: 'slack-app',
          name: 'Our Slack',
          settings: { ...slackTokens, url: slack.url, ...more },
        },
        chatRegistry,
      ),
    account_id,
  )
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const { db } = testApp
  const sockets = chatApps.createSockets({
    ...{ db, registry: chatRegistry, handle: createHandler(db), onError },
    minRetryMs: 20,
  })
  const posts = chatApps.createPostLoop(db, chatRegistry)
  after(async () => {
    await sockets.stop()
    await slack.close()
  })
  const find = async () => {
    const row = await testApp.run((ctx) => connections.open(ctx, id, chatRegistry), account_id)
    if (row === undefined) throw new Error('the connection was removed')
    return row.connection
  }
  const postDue = async () => {
    await posts.round()
    await posts.settled()
  }
  return {
    ...{ postDue, slack, connection_id: id, errors, find },
    round: sockets.round,
    async connect() {
      await sockets.round()
      await eventually(() => slack.sockets() === 1)
    },
    async post() {
      await testApp.run(async (ctx) => {
        await ctx.query('delete from chat_apps.pause where account_id = $1', [ctx.account_id])
        await ctx.query(
          'update chat_apps.post set next_at = now() where account_id = $1 and next_at is not null',
          [ctx.account_id],
        )
      }, account_id)
      await postDue()
    },
  }
}
