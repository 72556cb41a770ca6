import { createContext, useContext, useEffect, useState } from 'react'

/** What the page that is shown is called: 'Ada Lovelace · GR-…'. The tab's title and the breadcrumbs use it. */
interface DocumentTitle {
  title: string | undefined
  setTitle: (title: string | undefined) => void
}

const DocumentTitleContext = createContext<DocumentTitle>({ title: undefined, setTitle: () => {} })

export const DocumentTitleProvider = DocumentTitleContext.Provider

export function useDocumentTitleState(): DocumentTitle {
  const [title, setTitle] = useState<string>()
  return { title, setTitle }
}

export const useCurrentDocumentTitle = (): string | undefined =>
  useContext(DocumentTitleContext).title

/** Names the page for as long as the component that calls this is shown. */
export function useDocumentTitle(title: string | undefined): void {
  const { setTitle } = useContext(DocumentTitleContext)
  useEffect(() => {
    setTitle(title)
    return () => setTitle(undefined)
  }, [title, setTitle])
}
