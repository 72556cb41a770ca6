import { Suspense, useState } from 'react'
import { lazyPart } from '#web/components/layout/on-demand.tsx'
import { AccountButton } from './account-button.tsx'

/** Loads the code of the opened account menu. */
export const preloadAccountMenu = () => import('./opened-account-menu.tsx')

const OpenedAccountMenu = lazyPart(
  () => preloadAccountMenu().then((m) => m.OpenedAccountMenu),
  () => <AccountButton />,
)

/** The menu of the signed-in user, with appearance and sign-out. */
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
