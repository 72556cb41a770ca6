import { lazy, Suspense, useState } from 'react'
import { AccountButton } from './account-button.tsx'

/** Loads the code of the opened menu. */
export const preloadAccountMenu = () => import('./opened-account-menu.tsx')

const OpenedAccountMenu = lazy(() =>
  preloadAccountMenu().then(
    ({ OpenedAccountMenu }) => ({ default: OpenedAccountMenu }),
    () => ({ default: () => <AccountButton /> }), // no connection: the page stays usable
  ),
)

/** The signed-in user, appearance and sign-out. */
export function AccountMenu() {
  const [isUsed, setUsed] = useState(false)
  const button = <AccountButton onClick={() => setUsed(true)} />
  return isUsed ? (
    <Suspense fallback={button}>
      <OpenedAccountMenu />
    </Suspense>
  ) : (
    button
  )
}
