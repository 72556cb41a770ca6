import { Text } from '@mantine/core'
import { showSecret } from '#web/components/dialogs/secret-dialog.tsx'
import { t } from '#web/i18n/developers.ts'
import { buildApiCall } from './curl.ts'

/** Shows a new key once. The dialog has the key as plain text, as a line for .env, and in a working call. */
export function showNewApiKey(token: string, onClose?: () => void): void {
  showSecret({
    title: t('Your new API key'),
    secrets: [
      [t('API key'), token],
      [t('Line for .env'), `BESTOW_API_TOKEN=${token}`],
      [t('First call'), buildApiCall({ method: 'GET', path: '/api/campaigns', token })],
    ],
    children: (
      <Text size="sm">
        {t(
          'It works immediately, until it expires or you revoke it. Store it in a secret manager, never in a web page, an app or a repository.',
        )}
      </Text>
    ),
    ...(onClose === undefined ? {} : { onClose }),
  })
}
