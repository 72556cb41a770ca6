import type { AccountHosts } from '#platform/deployment'
import type { Database } from '#platform/postgres/database'
import { listServed } from './store.ts'

export interface HostDirectory extends AccountHosts {
  /** Loads all hosts. Keeps the known ones if the database fails. */
  refresh(db: Database): Promise<void>
}

/** Creates the directory of a process. It is empty until the first refresh. */
export function createHostDirectory(): HostDirectory {
  let accountsByName = new Map<string, string>()
  let activeNames = new Map<string, string>()
  let last: Promise<unknown> = Promise.resolve()
  return {
    nameOf: (account_id) => activeNames.get(account_id),
    accountOf: (hostname) => accountsByName.get(hostname.toLowerCase().replace(/\.$/, '')),
    refresh(db) {
      const load = async () => {
        const hosts = await listServed(db)
        const active = hosts.filter(({ is_active }) => is_active)
        accountsByName = new Map(hosts.map(({ name, account_id }) => [name, account_id]))
        activeNames = new Map(active.map(({ name, account_id }) => [account_id, name]))
      }
      const run = last.then(load, load) // one after the other, so that the newest rows win
      last = run
      return run
    },
  }
}
