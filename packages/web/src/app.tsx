import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { toastsPart } from '#web/components/feedback/toast.tsx'
import { getCspNonce } from './csp-nonce.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { cssVariablesResolver, theme } from './theme.ts'

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={getCspNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <toastsPart.Component />
      </QueryClientProvider>
    </MantineProvider>
  )
}
