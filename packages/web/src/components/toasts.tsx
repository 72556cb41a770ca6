import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import './toasts.css'

export const Toasts = () => (
  <Notifications className="toasts" position="bottom-left" autoClose={8_000} limit={4} />
)
