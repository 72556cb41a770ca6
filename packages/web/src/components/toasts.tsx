import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

export const Toasts = () => <Notifications position="bottom-left" autoClose={8_000} limit={4} />
