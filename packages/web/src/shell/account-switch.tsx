import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '#web/components/layout/on-demand.tsx'
import { useMe } from '#web/session.ts'
import { SwitchButton } from './switch-button.tsx'

interface SwitchProps {
  /** The name of the account, as the header shows it. */
  children: ReactNode
}

const OpenedAccountSwitch = lazyPart<SwitchProps>(
  () => import('./opened-account-switch.tsx').then((m) => m.OpenedAccountSwitch),
  ({ children }) => <SwitchButton>{children}</SwitchButton>,
)

/** The account in the header. For a person with several accounts, it is a button that opens their menu. */
export function AccountSwitch({ children }: SwitchProps) {
  const [isUsed, setUsed] = useState(false)
  if (useMe().accounts.length < 2) return children
  const button = <SwitchButton onClick={() => setUsed(true)}>{children}</SwitchButton>
  return isUsed ? (
    <Suspense fallback={button}>
      <OpenedAccountSwitch>{children}</OpenedAccountSwitch>
    </Suspense>
  ) : (
    button
  )
}
