import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { DescriptionList, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { assistants } from './assistants.ts'

/** A panel that says whether the installation supports MCP, and how an assistant gets the address. */
export function ConnectPanel() {
  const { data, error, refetch } = useQuery({
    queryKey: ['is-mcp-on'],
    queryFn: fetchIsMcpOn,
    staleTime: 'static',
  })
  return (
    <Panel title={t('Connect an assistant')} about={data === undefined ? undefined : about(data)}>
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton />}
      {data === true && (
        <DescriptionList
          rows={assistants(`${window.location.origin}/mcp`).map(({ app, place, value }) => [
            app,
            <div key={app} lang="en">
              {place !== '' && <Text size="sm">{place}</Text>}
              <Text span className="mono" style={{ overflowWrap: 'anywhere' }}>
                {value} <CopyIconButton value={value} label={t('Copy for {app}', { app })} />
              </Text>
            </div>,
          ])}
        />
      )}
    </Panel>
  )
}

const about = (isOn: boolean): string =>
  isOn
    ? t(
        'MCP is on. Give an assistant this address. It opens a page where you sign in and decide what it may do.',
      )
    : t('MCP is off. The operator of this installation turns it on with BESTOW_MCP=true.')

/**
 * Finds out whether MCP is on. Assistants register themselves, so the OAuth server has an address for
 * registration only if MCP is on.
 */
async function fetchIsMcpOn(): Promise<boolean> {
  const response = await fetch('/.well-known/oauth-authorization-server')
  const metadata: unknown = await response.json()
  return typeof metadata === 'object' && metadata !== null && 'registration_endpoint' in metadata
}
