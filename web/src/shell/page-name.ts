import { createContext, useContext, useEffect, useState } from 'react'

/** What the page that is shown is called: 'Ada Lovelace · GR-…'. The tab's title and the breadcrumbs use it. */
interface PageName {
  name: string | undefined
  setName: (name: string | undefined) => void
}

const Context = createContext<PageName>({ name: undefined, setName: () => {} })

export const PageNameProvider = Context.Provider

export function usePageNameState(): PageName {
  const [name, setName] = useState<string>()
  return { name, setName }
}

export const usePageName = (): string | undefined => useContext(Context).name

/** Names the page for as long as the component that calls this is shown. */
export function useNamePage(name: string | undefined): void {
  const { setName } = useContext(Context)
  useEffect(() => {
    setName(name)
    return () => setName(undefined)
  }, [name, setName])
}
