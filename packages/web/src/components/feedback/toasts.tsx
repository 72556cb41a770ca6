import '@mantine/notifications/styles.css'
import { Notifications, notifications } from '@mantine/notifications'
import './toasts.css'

export { notifications }

export const Toasts = () => (
  <Notifications className="toasts" position="bottom-left" autoClose={8_000} limit={4} />
)
