import * as attention from '#attention'
import { createHandler } from '#chat-actions'
import * as chatApps from '#chat-apps'
import type { ConnectorRegistry } from '#connections'
import * as digital from '#digital'
import * as mail from '#email'
import type { HttpClient } from '#platform/http-client/http-client'
import type { PollingLoop } from '#platform/jobs/polling-loop'
import type { Database } from '#platform/postgres/database'

export type StartLoop = (
  name: string,
  intervalMs: number,
  run: () => Promise<number>,
  /** The SQL condition that the loop has due work, for `DueCheck`. */
  due?: string,
) => PollingLoop

export const minute = 60 * 1000
/** The milliseconds after which a round stops waiting for one account or one email. */
export const maxRoundMs = 500

/** Starts the loops that check what needs attention, that send messages about it to chats and admins, and those of chat apps. */
export function startAlertLoops(
  db: Database,
  client: HttpClient,
  connectors: ConnectorRegistry,
  startLoop: StartLoop,
  onAccountError: (name: string) => (error: unknown, account_id: string) => void,
) {
  const optionsOf = (name: string) => ({
    roundTimeoutMs: maxRoundMs,
    onError: onAccountError(name),
  })
  const checks = attention.createCheckLoop(db, onAccountError('attention'), maxRoundMs)
  const chats = attention.createChatLoop(db, client, connectors, optionsOf('chats'))
  const posts = chatApps.createPostLoop(db, connectors, optionsOf('chat_posts'))
  const sockets = chatApps.createSockets({
    ...{ db, registry: connectors, handle: createHandler(db) },
    onError: onAccountError('chat_apps'),
  })
  const loops = {
    attention: startLoop('attention', 2_000, checks.round, checks.due),
    chats: startLoop('chats', 5_000, chats.round),
    chat_posts: startLoop('chat_posts', 5_000, posts.round, posts.due),
    chat_apps: startLoop('chat_apps', 5_000, sockets.round),
    admin_alerts: startLoop('admin_alerts', 5 * minute, async () => {
      await mail.alertFailingEndpoints(db, onAccountError('admin_alerts'))
      await mail.alertExpiringKeys(db, onAccountError('admin_alerts'))
      await attention.sendDigests(db, onAccountError('admin_alerts'))
      await digital.alertLowCodes(db, onAccountError('admin_alerts'))
      return 0
    }),
  }
  return {
    loops,
    wakeChats(): void {
      loops.chats.wake()
      loops.chat_posts.wake()
    },
    async stop(): Promise<void> {
      await Promise.all(Object.values(loops).map((loop) => loop.stop()))
      await Promise.all([checks.settled(), chats.settled(), posts.settled(), sockets.stop()])
    },
  }
}
