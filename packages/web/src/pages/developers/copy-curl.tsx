import { Group, Text } from '@mantine/core'
import type { SignedRequest } from '#web/admin-api.ts'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { t } from '#web/i18n/developers.ts'
import { buildResendScript } from './curl.ts'
import { isHttp } from './format.ts'

/**
 * A button that copies a curl command. The command sends the request again, signed with the secret of the
 * user.
 */
export const CopyCurl = ({ request }: { request: SignedRequest }) =>
  isHttp(request.url) && (
    <Group gap={4} wrap="nowrap">
      <Text size="sm" c="dimmed">
        {t('curl, signed with your secret')}
      </Text>
      <CopyIconButton value={buildResendScript(request)} label={t('Copy as curl')} />
    </Group>
  )
