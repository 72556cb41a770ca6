import type { Draft } from './draft.ts'

/* Keeps a draft in the browser, where a reload finds it. Lists are too long for what is simpler. */

const store = 'drafts'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asking = indexedDB.open('bestow', 1)
    asking.onupgradeneeded = () => asking.result.createObjectStore(store)
    asking.onsuccess = () => resolve(asking.result)
    asking.onerror = () => reject(asking.error)
  })
}

async function run<T>(
  mode: IDBTransactionMode,
  ask: (drafts: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const db = await open()
  try {
    return await new Promise((resolve, reject) => {
      const asking = ask(db.transaction(store, mode).objectStore(store))
      asking.onsuccess = () => resolve(asking.result)
      asking.onerror = () => reject(asking.error)
    })
  } finally {
    db.close()
  }
}

/** A browser that keeps nothing is no reason not to send. */
const quietly = <T>(doing: Promise<T>): Promise<T | undefined> => doing.catch(() => undefined)

/** Each person's own, also where several share a browser. */
export const recallDraft = (person_id: string): Promise<Draft | undefined> =>
  quietly(run<Draft | undefined>('readonly', (drafts) => drafts.get(person_id)))

export const keepDraft = (person_id: string, draft: Draft): Promise<unknown> =>
  quietly(run('readwrite', (drafts) => drafts.put(draft, person_id)))

export const forgetDraft = (person_id: string): Promise<unknown> =>
  quietly(run('readwrite', (drafts) => drafts.delete(person_id)))
