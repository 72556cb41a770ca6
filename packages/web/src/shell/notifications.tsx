import { Suspense, useState } from 'react'
import { lazyPart } from '#web/components/layout/on-demand.tsx'
import { NotificationsBell } from './notifications-bell.tsx'
import { useNotifications } from './use-notifications.ts'

/** Loads the code of the opened notifications menu. */
export const preloadNotifications = () => import('./opened-notifications.tsx')

const OpenedNotifications = lazyPart(
  () => preloadNotifications().then((m) => m.OpenedNotifications),
  () => <NotificationsBell newCount={0} />,
)

/** The bell with its menu: open problems, sends to approve, and long actions that have ended. */
export function Notifications() {
  const [isUsed, setUsed] = useState(false)
  const { newCount } = useNotifications()
  const bell = <NotificationsBell newCount={newCount} onClick={() => setUsed(true)} />
  return isUsed ? (
    <Suspense fallback={bell}>
      <OpenedNotifications />
    </Suspense>
  ) : (
    bell
  )
}
