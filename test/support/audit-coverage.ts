import type { FastifyInstance } from 'fastify'
import { webRoutes } from '#http/admin'
import type { Database } from '#platform/postgres/database'

/*
 * Finds operations of the web app that change something but leave no entry in the audit log. Each test file
 * of the web app counts the entries of its successful changes. If an operation leaves no entry in a whole
 * file, it must be in the list of exceptions.
 */

/** The operations that change something without an audit log entry, with the reason. */
// biome-ignore format: one operation per line
const withoutAuditEntry: Readonly<Record<string, string>> = {
  'POST /overview/onboarding/dismissal': 'hides a hint for the own user',
  'DELETE /session':                    'signing out ends only the session that it came with',
  'POST /saved-views':                  'a saved view changes no data',
  'DELETE /saved-views/:id':            'as its creation',
  'POST /occasions/forecast':           'plans gifts and writes nothing',
  'POST /account/branding-preview':     'renders a preview',
  'POST /account/brand-suggestion':     'reads a website and stores nothing',
  'POST /account/logo-check':           'loads a picture and stores nothing',
  'POST /campaigns/preview':            'renders a preview',
  'POST /campaigns/:id/preview-links': 'a preview for the own user, for 30 minutes',
  'POST /campaigns/:id/test':           'sends the preview to the own address',
  'POST /send/preview':                 'renders a preview',
  'POST /send/check':                   'validates rows and stores nothing',
  'POST /send/estimate':                'computes a cost',
  'POST /send/test':                    'sends the preview to the own address',
  'POST /send':                         'each gift that was sent has an entry; a part without sent rows has none',
  'POST /sends/:id/failed-rows':        'reads rows',
  'POST /catalogue/images':             'an unused picture is deleted after a day; its use in a product has an entry',
  'POST /pictures':                    'as an upload',
  'POST /catalogue/import/check':       'validates a file and stores nothing',
  'POST /contact-import/check':         'validates a file and stores nothing',
  'POST /tracking-import/check':        'validates a file and stores nothing',
  'POST /endpoints/check':              'validates a URL and stores nothing',
  'POST /endpoints/dry-run':            'computes what a filter would have done and stores nothing',
  'POST /email-sender/check':           'looks records up and stores nothing',
  'POST /endpoints/:id/check-signature': 'compares a signature and stores nothing',
  'POST /invitation/preview':           'reads an invitation',
  'POST /decision/preview':             'reads a send that awaits approval',
  'POST /invitation/single-sign-on':    'begins a sign-in; its end has an entry',
  'POST /session/single-sign-on':       'begins a sign-in',
  'POST /session/passkey/options':      'begins a sign-in',
  'POST /security/single-sign-on':      'begins a confirmation; its end has an entry',
  'POST /security/passkeys/options':    'begins the registration of a passkey; its end has an entry',
  'POST /security/totp':                'begins the set-up of an app; its end has an entry',
  'POST /single-sign-on/:id/test':         'begins a test sign-in that signs no one in',
  'POST /password-reset':               'sends an email; the new password has an entry',
  'POST /packing/leases':               'a lease ends by itself; what is done with the parcel has an entry',
  'POST /packing/leases/next':          'as a lease',
  'POST /packing/leases/renew':         'as a lease',
  'DELETE /packing/leases/:id':         'as a lease',
}

/** Watches the successful changes of a server. Returns a check to run at the end of the test file. */
export function watchAuditEntries(app: FastifyInstance, db: Database): () => void {
  // files of other folders use operations only once, in a state in which they change nothing
  if (!process.argv.some((argument) => /test[/-]admin/.test(argument))) return () => {}
  const added = new Map<string, number>()
  let known = 0
  app.addHook('onSend', async (request, reply) => {
    const { method, routeOptions } = request
    const name = `${method} ${(routeOptions.url ?? '').replace('/admin/api', '')}`
    if (method === 'GET' || method === 'HEAD' || reply.statusCode >= 300) return
    if (!changes.has(name) || Object.hasOwn(withoutAuditEntry, name)) return
    const count = await countEntries(db)
    added.set(name, (added.get(name) ?? 0) + Math.max(0, count - known))
    known = Math.max(known, count)
  })
  return () => {
    const silent = [...added].filter(([, count]) => count === 0).map(([name]) => name)
    if (silent.length === 0) return
    // does not assert, because an error in a hook would stop the hooks that close servers
    console.error(`These operations leave no entry in the audit log: ${silent.join(', ')}`)
    process.exitCode = 1
  }
}

const changes = new Set(webRoutes.map(({ method, path }) => `${method} ${path}`))

/** Counts the audit log entries of people. A change of a user without its actor counts as silent. */
async function countEntries({ pool }: Database): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local bestow.account = '*'`)
    const { rows } = await client.query(
      `select count(*)::int as count from access.audit_entry where actor_kind <> 'system'`,
    )
    return rows[0].count
  } finally {
    await client.query('rollback')
    client.release()
  }
}
