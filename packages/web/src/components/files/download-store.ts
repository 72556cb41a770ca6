/** A file whose download is in progress or has failed. */
export interface Download {
  id: string
  label: string
  rows: number
  /** The number of rows of the whole file, if the server knows it. */
  total: number | undefined
  error: Error | undefined
  cancel: () => void
  retry: () => void
}

function createDownloadStore() {
  let downloads: readonly Download[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly Download[]) => {
    downloads = next
    for (const listener of listeners) listener()
  }
  return {
    getSnapshot: () => downloads,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: (download: Download) => set([...downloads, download]),
    update: (id: string, change: Partial<Download>) =>
      set(downloads.map((each) => (each.id === id ? { ...each, ...change } : each))),
    remove: (id: string) => set(downloads.filter((each) => each.id !== id)),
  }
}

/** The store of the downloads in this window. */
export const downloadStore = createDownloadStore()
