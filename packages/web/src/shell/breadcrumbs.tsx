import { Breadcrumbs as Crumbs, Text } from '@mantine/core'
import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/common.ts'
import { type PageRoute, pageRoutes } from '#web/routes.ts'
import { useCurrentDocumentTitle } from '../components/layout/document-title.ts'

/**
 * The breadcrumbs with the area, the parent list and the title of the page. The document title contains the
 * same parts.
 */
export function Breadcrumbs() {
  const page = useCurrentPage()
  const title = useCurrentDocumentTitle() ?? page?.title
  useEffect(() => {
    document.title = title === undefined ? 'Bestow' : `${title} – Bestow`
  }, [title])
  const area = areas[page?.path.split('/')[1] ?? '']
  const parent = pageRoutes.find(({ path }) => path === page?.parent)
  if (area === undefined && parent === undefined) return null
  return (
    <Crumbs
      mb="xs"
      component="nav"
      aria-label={t('Breadcrumbs')}
      separatorMargin={6}
      className="crumbs"
    >
      {area !== undefined && (
        <Text size="sm" c="dimmed">
          {area}
        </Text>
      )}
      {parent !== undefined && (
        <PageLink size="sm" to={parent.path}>
          {parent.title}
        </PageLink>
      )}
      <Text size="sm" aria-current="page">
        {title}
      </Text>
    </Crumbs>
  )
}

const areas: Readonly<Record<string, string>> = {
  settings: t('Settings'),
  developers: t('Developers'),
}

function useCurrentPage(): PageRoute | undefined {
  const data = useMatches().at(-1)?.staticData as { page?: PageRoute } | undefined
  return data?.page
}
