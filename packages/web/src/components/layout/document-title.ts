import { createContext, useContext, useEffect, useState } from 'react'

/**
 * The title of the current page, such as 'Ada Lovelace · GR-…'. The document title and the breadcrumbs use
 * it.
 */
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

/** Sets the title of the page while the component is mounted. */
export function useDocumentTitle(title: string | undefined): void {
  const { setTitle } = useContext(DocumentTitleContext)
  useEffect(() => {
    setTitle(title)
    return () => setTitle(undefined)
  }, [title, setTitle])
}
