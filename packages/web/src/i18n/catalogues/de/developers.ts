import type { Catalogue } from '../../text-types.ts'

export const catalogue = {
  'Active|key': 'Aktiv',
  'Created|key': 'Erstellt',
  '{addresses} and {count} more': '{addresses} und {count} weitere',
  '{bytes} bytes · SHA-256 {digest}': '{bytes} Bytes · SHA-256 {digest}',
  '{count} days': { one: '{count} Tag', other: '{count} Tage' },
  '{count} days ahead of the real time.': {
    one: '{count} Tag vor der Echtzeit.',
    other: '{count} Tage vor der Echtzeit.',
  },
  '{count} days|for': { one: '{count} Tag', other: '{count} Tagen' },
  '{count} deliveries are paused until the signing secret can be decrypted.': {
    one: '{count} Zustellung ist pausiert, bis sich das Signatur-Secret entschlüsseln lässt.',
    other: '{count} Zustellungen sind pausiert, bis sich das Signatur-Secret entschlüsseln lässt.',
  },
  '{count} deliveries are retried now.': {
    one: '{count} Zustellung wird jetzt wiederholt.',
    other: '{count} Zustellungen werden jetzt wiederholt.',
  },
  '{count} deliveries are retried within {time}.': {
    one: '{count} Zustellung wird innerhalb von {time} wiederholt.',
    other: '{count} Zustellungen werden innerhalb von {time} wiederholt.',
  },
  '{count} deliveries have attempts left and wait for a retry. To send them earlier, use “Retry … waiting now”.':
    {
      one: '{count} Zustellung hat noch Versuche übrig und wartet auf eine Wiederholung. Um sie früher zu senden, verwenden Sie „… jetzt wiederholen“.',
      other:
        '{count} Zustellungen haben noch Versuche übrig und warten auf eine Wiederholung. Um sie früher zu senden, verwenden Sie „… jetzt wiederholen“.',
    },
  '{count} deliveries not resent: {reason}': {
    one: '{count} Zustellung nicht erneut gesendet: {reason}',
    other: '{count} Zustellungen nicht erneut gesendet: {reason}',
  },
  '{count} deliveries pending.': {
    one: '{count} Zustellung steht aus.',
    other: '{count} Zustellungen stehen aus.',
  },
  '{count} deliveries wait for a retry.': {
    one: '{count} Zustellung wartet auf eine Wiederholung.',
    other: '{count} Zustellungen warten auf eine Wiederholung.',
  },
  '{count} deliveries wait for the next attempt. These attempts start now, oldest first, at 50 per second, so that your receiver is not overloaded. The number of attempts stays the same.':
    {
      one: '{count} Zustellung wartet auf den nächsten Versuch. Diese Versuche beginnen jetzt, die ältesten zuerst, mit 50 pro Sekunde, damit Ihr Empfangsdienst nicht überlastet wird. Die Anzahl der Versuche bleibt gleich.',
      other:
        '{count} Zustellungen warten auf den nächsten Versuch. Diese Versuche beginnen jetzt, die ältesten zuerst, mit 50 pro Sekunde, damit Ihr Empfangsdienst nicht überlastet wird. Die Anzahl der Versuche bleibt gleich.',
    },
  '{count} events are being resent.': {
    one: '{count} Event wird erneut gesendet.',
    other: '{count} Events werden erneut gesendet.',
  },
  '{count} events resent to {endpoint}': {
    one: '{count} Event erneut an {endpoint} gesendet',
    other: '{count} Events erneut an {endpoint} gesendet',
  },
  '{count} events will be resent.': {
    one: '{count} Event wird erneut gesendet.',
    other: '{count} Events werden erneut gesendet.',
  },
  '{count} failed attempts': {
    one: '{count} fehlgeschlagenen Versuch',
    other: '{count} fehlgeschlagenen Versuchen',
  },
  '{count} failures|after': { one: '{count} Fehlschlag', other: '{count} Fehlschlägen' },
  '{count} hours': { one: '{count} Stunde', other: '{count} Stunden' },
  '{count} hours|for': { one: '{count} Stunde', other: '{count} Stunden' },
  '{count} minutes': { one: '{count} Minute', other: '{count} Minuten' },
  '{count} minutes|for': { one: '{count} Minute', other: '{count} Minuten' },
  '{count} of 5': '{count} von 5',
  '{count} open deliveries are cancelled.': {
    one: '{count} offene Zustellung wird abgebrochen.',
    other: '{count} offene Zustellungen werden abgebrochen.',
  },
  '{count} pending deliveries are paused, and continue once it is enabled.': {
    one: '{count} ausstehende Zustellung wird pausiert und fortgesetzt, sobald er aktiviert ist.',
    other:
      '{count} ausstehende Zustellungen werden pausiert und fortgesetzt, sobald er aktiviert ist.',
  },
  '{count} permissions': { one: '{count} Berechtigung', other: '{count} Berechtigungen' },
  '{count} requests': { one: '{count} Anfrage', other: '{count} Anfragen' },
  '{count} requests in the last hour': {
    one: '{count} Anfrage in der letzten Stunde',
    other: '{count} Anfragen in der letzten Stunde',
  },
  '{count} sample gifts created.': {
    one: '{count} Beispielgeschenk erstellt.',
    other: '{count} Beispielgeschenke erstellt.',
  },
  '{count} seconds': { one: '{count} Sekunde', other: '{count} Sekunden' },
  '{detail} Events from this time are never sent to it.':
    '{detail} Events aus dieser Zeit werden nie an ihn gesendet.',
  '{dots} (unchanged)': '{dots} (unverändert)',
  '{failed} failed': '{failed} fehlgeschlagen',
  '{failed} of the last {attempts} attempts failed {window}.':
    '{failed} der letzten {attempts} Versuche sind {window} fehlgeschlagen.',
  '{failed} of the last {attempts} attempts failed. Failing for {time}.':
    'Seit {time} sind {failed} der letzten {attempts} Versuche fehlgeschlagen.',
  '{from} to {to}': '{from} bis {to}',
  '{label}: {total} in total, at most {max} per minute':
    '{label}: insgesamt {total}, höchstens {max} pro Minute',
  '{name} revoked.': '{name} widerrufen.',
  '{next_attempt}, the last': '{next_attempt} (der letzte)',
  '{next_attempt}. If it fails, with the default delays: {attempts}.':
    '{next_attempt}. Falls er fehlschlägt, mit den Standardabständen: {attempts}.',
  'The cause of {number} of {failed_attempts} in the last day, most recently {time}.':
    '{number} von {failed_attempts} in den letzten 24 Stunden, zuletzt {time}.',
  '{reference}: {state}': '{reference}: {state}',
  '{scopes} and {count} more': '{scopes} und {count} weitere',
  '{status} after {duration}, {time}': '{status} nach {duration}, {time}',
  '{value} h': '{value} Std.',
  '{value} min': '{value} Min.',
  '{value} ms': '{value} ms',
  '{value} s': '{value} s',
  '{version} (latest)': '{version} (aktuell)',
  '{version} (previous)': '{version} (vorherige)',
  '+ 1 day': '+ 1 Tag',
  '+ 1 hour': '+ 1 Stunde',
  '+ 1 week': '+ 1 Woche',
  '+ 30 days': '+ 30 Tage',
  'All of the last {attempts} attempts failed {window}.':
    'Keiner der letzten {attempts} Versuche {window} ist angekommen.',
  'All of the last {attempts} attempts failed. Failing for {time}.':
    'Seit {time} ist keiner der letzten {attempts} Versuche angekommen.',
  '1. Create and deploy a new key': '1. Neuen Schlüssel erstellen und ausrollen',
  '10 minutes': '10 Minuten',
  '12 hours': '12 Stunden',
  '2 hours': '2 Stunden',
  '2 secrets, the old one expires {time}': '2 Secrets, das alte läuft {time} ab',
  '2 signatures': '2 Signaturen',
  '2. Watch traffic switch over': '2. Umstellung beobachten',
  '2nd attempt': '2. Versuch',
  '3. Revoke the old key': '3. Alten Schlüssel widerrufen',
  '30 seconds': '30 Sekunden',
  '3rd attempt': '3. Versuch',
  '403 Forbidden: signature or timestamp rejected':
    '403 Forbidden: Signatur oder Zeitstempel abgelehnt',
  '4th attempt': '4. Versuch',
  '5th attempt': '5. Versuch',
  '64 characters of lower-case hex': '64 Zeichen Hex in Kleinbuchstaben',
  'A 4xx status means that the receiver rejected the request.':
    'Ein 4xx-Status bedeutet, dass der Empfangsdienst die Anfrage abgelehnt hat.',
  'A 5xx status means that the receiver failed.':
    'Ein 5xx-Status bedeutet, dass beim Empfangsdienst ein Fehler aufgetreten ist.',
  'A delivery fails after five attempts. You can resend it from the log.':
    'Eine Zustellung schlägt nach fünf Versuchen fehl. Sie können sie aus dem Protokoll erneut senden.',
  'A JSON:API document: {example}. Media type application/vnd.api+json, which some frameworks do not parse by default. The status is called state; there are no line items and no metadata.':
    'Ein JSON:API-Dokument: {example}. Medientyp application/vnd.api+json, den manche Frameworks standardmäßig nicht parsen. Der Status heißt state; Positionen (line items) und Metadaten fehlen.',
  'A key that leaks does less harm if it expires. Admins get an email before.':
    'Ein Schlüssel, der in falsche Hände gerät, richtet weniger Schaden an, wenn er abläuft. Die Admins erhalten vorher eine E-Mail.',
  'A program still uses it. Create a new key for it.':
    'Ein Programm verwendet ihn noch. Erstellen Sie dafür einen neuen Schlüssel.',
  'A program that can change webhook endpoints decides where your data goes. Confirm that it’s you.':
    'Ein Programm, das Webhook-Endpunkte ändern kann, entscheidet, wohin Ihre Daten gehen. Bestätigen Sie, dass Sie es sind.',
  'A proxy or framework in front of the receiver requires authentication.':
    'Ein Proxy oder Framework vor dem Empfangsdienst verlangt eine Authentifizierung.',
  'A refresh token is only valid at /auth/token, to get a new access token.':
    'Ein Refresh-Token gilt nur unter /auth/token, um ein neues Access-Token zu holen.',
  'about 10 minutes later': 'etwa 10 Minuten später',
  'about 12 hours later': 'etwa 12 Stunden später',
  'about 2 hours later': 'etwa 2 Stunden später',
  'about 30 seconds after the first': 'etwa 30 Sekunden nach dem ersten',
  'Access tokens last an hour. Use the refresh token to get a new one before that.':
    'Access-Tokens gelten eine Stunde. Holen Sie vorher mit dem Refresh-Token ein neues.',
  Active: 'Aktiv',
  'Add header': 'Header hinzufügen',
  'Add the missing key to BESTOW_SECRET_KEY and restart Bestow, or rotate the secret here and give the new one to the receiver. Paused deliveries then continue with all their attempts.':
    'Ergänzen Sie den fehlenden Schlüssel in BESTOW_SECRET_KEY und starten Sie Bestow neu, oder rotieren Sie hier das Secret und hinterlegen Sie das neue beim Empfangsdienst. Pausierte Zustellungen werden dann mit allen Versuchen fortgesetzt.',
  'Add the URL of your software to receive an event whenever a gift is created, redeemed, dispatched, delivered or cancelled.':
    'Fügen Sie die URL Ihrer Software hinzu, um ein Event zu erhalten, sobald ein Geschenk erstellt, eingelöst, versendet, zugestellt oder storniert wird.',
  'address not allowed': 'Adresse abgelehnt',
  'All {attempts} attempts {window} arrived.': 'Alle {attempts} Versuche {window} sind angekommen.',
  'All done: {old_key} was revoked {time}. <a>Back to API keys</a>':
    'Fertig: {old_key} wurde {time} widerrufen. <a>Zurück zu den API-Schlüsseln</a>',
  'All requests for it': 'Alle Anfragen dazu',
  'All tokens of {name} revoked.': 'Alle Tokens von {name} widerrufen.',
  'Allow the connection in the firewall, and check that the host is up.':
    'Erlauben Sie die Verbindung in der Firewall und prüfen Sie, ob der Host läuft.',
  'Allowed addresses (optional)': 'Zugelassene Adressen (optional)',
  'Allowed addresses of {name}': 'Zugelassene Adressen von {name}',
  'Allowed addresses of {name} saved. They apply from the next request.':
    'Zugelassene Adressen von {name} gespeichert. Sie gelten ab der nächsten Anfrage.',
  'Also manage webhook endpoints': 'Auch Webhook-Endpunkte verwalten',
  'Also send Standard Webhooks headers': 'Auch Standard-Webhooks-Header senden',
  'Also send attention events': 'Auch Handlungsbedarf senden',
  'Also sign with Ed25519': 'Auch mit Ed25519 signieren',
  'Always last.': 'Immer zuletzt.',
  'An API key gives a program access to this account, with the permissions you choose. Keys are shown once.':
    'Mit einem API-Schlüssel greift ein Programm auf dieses Konto zu, mit den Berechtigungen, die Sie auswählen. Schlüssel werden nur einmal angezeigt.',
  'An API key is enough for most integrations. Use OAuth for short-lived tokens, or for apps that act with a user’s consent.':
    'Für die meisten Integrationen genügt ein API-Schlüssel. Verwenden Sie OAuth für kurzlebige Tokens oder für Apps, die mit Zustimmung eines Benutzers handeln.',
  'an hour ago': 'vor einer Stunde',
  'Any 2xx status accepts the event. The response body is ignored.':
    'Jeder 2xx-Status nimmt das Event an. Der Body der Antwort wird ignoriert.',
  'API key': 'API-Schlüssel',
  'API key not found': 'API-Schlüssel nicht gefunden',
  'API token in the x-api-key header': 'API-Token im x-api-key-Header',
  Arrived: 'Angekommen',
  'As it is sent, except for the event ID, the timestamp and the signature.':
    'So wird sie gesendet, abgesehen von Event-ID, Zeitstempel und Signatur.',
  'As the first attempt will send it, except for timestamp and signature.':
    'So, wie der erste Versuch sie senden wird, außer Zeitstempel und Signatur.',
  'As the last attempt sent it, {time}.': 'So, wie der letzte Versuch sie gesendet hat ({time}).',
  'Ask the operator of this service. Your receiver is not the cause.':
    'Wenden Sie sich an den Betreiber dieses Dienstes. Ihr Empfangsdienst ist nicht die Ursache.',
  'At least {count} events will be resent.': 'Mindestens {count} Events werden erneut gesendet.',
  'At most once, even if a part is reshipped.':
    'Höchstens einmal, auch wenn ein Teil erneut versendet wird.',
  'Attempt {number}': 'Versuch {number}',
  'attempt {number} about {delay} later': 'Versuch {number} etwa {delay} später',
  'Attempt results explained': 'Ergebnisse der Versuche erklärt',
  Attempts: 'Versuche',
  'Attempts in 24 hours': 'Versuche in 24 Stunden',
  'Attempts of the last 24 hours: {ok} arrived, {failed} failed':
    'Versuche der letzten 24 Stunden: {ok} angekommen, {failed} fehlgeschlagen',
  'bad response': 'ungültige Antwort',
  Body: 'Body',
  'Body format': 'Body-Format',
  'Both keys work until you revoke the old one.':
    'Beide Schlüssel gelten, bis Sie den alten widerrufen.',
  'Both keys work until you revoke the old one. It expires on {date}.':
    'Beide Schlüssel gelten, bis Sie den alten widerrufen. Er läuft am {date} ab.',
  'The body as sent, {time}.': 'Der Body, wie er gesendet wurde ({time}).',
  'The old key no longer works.': 'Der alte Schlüssel gilt nicht mehr.',
  'You can leave and return to this URL.':
    'Sie können die Seite verlassen und zu dieser URL zurückkehren.',
  'Call the region of the account.': 'Rufen Sie die Region des Kontos auf.',
  cancelled: 'storniert',
  'Cancelled|event': 'Storniert',
  'Cannot sign requests': 'Anfragen können nicht signiert werden',
  'Certificate authority': 'Zertifizierungsstelle',
  'Certificate expires soon': 'Zertifikat läuft bald ab',
  'Certificate has expired': 'Zertifikat ist abgelaufen',
  Certificates: 'Zertifikate',
  'Change allowed addresses…': 'Zugelassene Adressen ändern …',
  'Change gift states, simulate carriers and advance the clock. Emails, events and deliveries are sent as usual.':
    'Ändern Sie den Status von Geschenken, simulieren Sie Paketdienste und stellen Sie die Uhr vor. E-Mails, Events und Zustellungen werden wie gewohnt gesendet.',
  'Change permissions…': 'Berechtigungen ändern …',
  'Change the endpoint to the target URL of the redirect. A missing or extra trailing slash is a common cause.':
    'Ändern Sie den Endpunkt auf die Ziel-URL der Weiterleitung. Häufig fehlt am Ende ein Schrägstrich oder es ist einer zu viel.',
  'Changes apply to the next attempt. Recorded bodies stay as they are.':
    'Änderungen gelten ab dem nächsten Versuch. Bereits erfasste Bodys bleiben unverändert.',
  'Check its logs for the ID of the event.': 'Suchen Sie in seinen Logs nach der ID des Events.',
  'Check its logs. Often the body was parsed before the signature was verified, or another payload version was expected.':
    'Prüfen Sie seine Logs. Oft wurde der Body geparst, bevor die Signatur geprüft wurde, oder eine andere Payload-Version erwartet.',
  'Check that it uses the current secret of this endpoint and verifies the raw bytes, and that its clock is correct.':
    'Prüfen Sie, ob er das aktuelle Secret dieses Endpunkts verwendet, die rohen Bytes prüft und seine Uhr richtig geht.',
  'Check that the address is correct and reachable from the internet.':
    'Prüfen Sie, ob die Adresse stimmt und aus dem Internet erreichbar ist.',
  'Check the logs of your server.': 'Prüfen Sie die Logs Ihres Servers.',
  'Check the path of the URL, and that the route is deployed.':
    'Prüfen Sie den Pfad der URL und ob die Route ausgerollt ist.',
  'Check the port, and whether the URL should start with https://.':
    'Prüfen Sie den Port und ob die URL mit https:// beginnen muss.',
  'Check the spelling of the host name, and that its DNS record is public.':
    'Prüfen Sie, ob der Hostname richtig geschrieben und sein DNS-Eintrag öffentlich ist.',
  'Check whether the receiver crashed, a proxy dropped the connection, or the server requires another client certificate.':
    'Prüfen Sie, ob der Empfangsdienst abgestürzt ist, ein Proxy die Verbindung getrennt hat oder der Server ein anderes Client-Zertifikat verlangt.',
  'Check your signature': 'Ihre Signatur prüfen',
  'Choose a file for: {label}': 'Datei auswählen für: {label}',
  Client: 'Client',
  'Client certificate': 'Client-Zertifikat',
  'Client ID': 'Client-ID',
  Clock: 'Uhr',
  'Clock advanced.': 'Uhr vorgestellt.',
  'Clock advanced. {count} gifts changed state.': {
    one: 'Uhr vorgestellt. {count} Geschenk hat den Status geändert.',
    other: 'Uhr vorgestellt. {count} Geschenke haben den Status geändert.',
  },
  Connect: 'Verbinden',
  'connection failed': 'Verbindung fehlgeschlagen',
  'connection refused': 'Verbindung abgelehnt',
  'connection timed out': 'Zeitüberschreitung beim Verbinden',
  Connection: 'Verbindung',
  'Connection closed without a response': 'Verbindung ohne Antwort geschlossen',
  'Connection refused': 'Verbindung abgelehnt',
  'Copy {label}': '{label} kopieren',
  'Copy client ID': 'Client-ID kopieren',
  'Copy ID': 'ID kopieren',
  'Copy previous key': 'Vorherigen Schlüssel kopieren',
  'Copy public key': 'Öffentlichen Schlüssel kopieren',
  'Copy resource ID': 'Ressourcen-ID kopieren',
  'Copy SHA-256': 'SHA-256 kopieren',
  'Copy URL': 'URL kopieren',
  'Correct, export and erase recipients': 'Empfänger korrigieren, exportieren und löschen',
  Count: 'Anzahl',
  'Counting…': 'Wird gezählt …',
  'Create a new token.': 'Erstellen Sie ein neues Token.',
  'Create an API key and call the API. Requests appear here within a second.':
    'Erstellen Sie einen API-Schlüssel und rufen Sie die API auf. Anfragen erscheinen hier innerhalb einer Sekunde.',
  'Create and change endpoints, and resend deliveries':
    'Endpunkte erstellen und ändern, Zustellungen erneut senden',
  'Create and change products, stock and warehouses':
    'Produkte, Bestand und Lager erstellen und ändern',
  'Create client': 'Client erstellen',
  'Create new key': 'Neuen Schlüssel erstellen',
  'Create sample gifts': 'Beispielgeschenke erstellen',
  'Create sample gifts for five fictional recipients from your first campaign.':
    'Erstellen Sie Beispielgeschenke für fünf fiktive Empfänger aus Ihrer ersten Kampagne.',
  'Create the new key first.': 'Erstellen Sie zuerst den neuen Schlüssel.',
  'Create, change and archive campaigns': 'Kampagnen erstellen, ändern und archivieren',
  'Create, change and close one-links, and decide on claims':
    'One-Links erstellen, ändern und schließen, über Anforderungen entscheiden',
  'Created|event': 'Erstellt',
  curl: 'curl',
  'curl, signed with your secret': 'curl-Befehl, der mit Ihrem Secret signiert',
  Custom: 'Benutzerdefiniert',
  'Custom headers (optional)': 'Eigene Header (optional)',
  Data: 'Daten',
  Delete: 'Löschen',
  'Delete this endpoint?': 'Diesen Endpunkt löschen?',
  'Delete…': 'Löschen …',
  delivered: 'zugestellt',
  'Delivered.': 'Zugestellt.',
  'Delivered|delivery': 'Zugestellt',
  'Delivered|event': 'Zugestellt',
  'Delivered|parcel': 'Zugestellt',
  'Deliveries of this event': 'Zustellungen dieses Events',
  'delivery {id}': 'Zustellung {id}',
  'delivery attempt failed': 'Zustellversuch fehlgeschlagen',
  'Delivery attempted': 'Zustellversuch fehlgeschlagen',
  Disable: 'Deaktivieren',
  'Disable or delete the endpoint if it is no longer needed.':
    'Deaktivieren oder löschen Sie den Endpunkt, wenn er nicht mehr gebraucht wird.',
  'Disable this endpoint?': 'Diesen Endpunkt deaktivieren?',
  'Disable…': 'Deaktivieren …',
  Disabled: 'Deaktiviert',
  'Dispatched|event': 'Versendet',
  'DNS lookup failed': 'DNS-Fehler',
  'DNS has no address for the host name in the URL.':
    'DNS kennt keine Adresse für den Hostnamen in der URL.',
  'Done {time}: the new key ends in {new_key}. Replace {old_key} with it everywhere.':
    'Erledigt {time}: Der neue Schlüssel endet auf {new_key}. Ersetzen Sie {old_key} überall durch ihn.',
  Download: 'Herunterladen',
  'Download the example of version {version}': 'Beispiel der Version {version} herunterladen',
  'Each delay varies by ±20%. The operator of this installation can change the delays.':
    'Jeweils ± 20 %. Der Betreiber dieser Installation kann die Abstände ändern.',
  'Each bar is half an hour. Green: arrived. Red: failed.':
    'Jeder Balken steht für eine halbe Stunde. Grün: angekommen. Rot: fehlgeschlagen.',
  'Each bar is half an hour. Green: arrived. Red: failed. Only the newest 20,000 deliveries are counted.':
    'Jeder Balken steht für eine halbe Stunde. Grün: angekommen. Rot: fehlgeschlagen. Nur die neuesten 20.000 Zustellungen werden gezählt.',
  'Each event is about one gift. <a>Examples</a>':
    'Jedes Event betrifft ein Geschenk. <a>Beispiele</a>',
  'Each event that failed all five attempts is resent once, with the same event ID and body, and five new attempts. Test events and events already resent are skipped.':
    'Jedes Event, bei dem alle fünf Versuche fehlgeschlagen sind, wird einmal erneut gesendet, mit derselben Event-ID, demselben Body und fünf neuen Versuchen. Test-Events und bereits erneut gesendete Events werden übersprungen.',
  'Each time the parcel returns to transit.': 'Jedes Mal, wenn das Paket wieder unterwegs ist.',
  'Ed25519 key': 'Ed25519-Schlüssel',
  'Edit or rotate secret': 'Bearbeiten oder Secret rotieren',
  Enable: 'Aktivieren',
  'Enable the endpoint first.': 'Aktivieren Sie zuerst den Endpunkt.',
  'Enable the endpoint to send it a test.': 'Aktivieren Sie den Endpunkt, um einen Test zu senden.',
  'Enable this media type in your framework, or change the endpoint to 2026-05.':
    'Aktivieren Sie diesen Medientyp in Ihrem Framework oder stellen Sie den Endpunkt auf 2026-05 um.',
  'Enabled. Paused deliveries continue now.':
    'Aktiviert. Pausierte Zustellungen werden jetzt fortgesetzt.',
  'Endpoint details': 'Angaben zum Endpunkt',
  'endpoint disabled': 'Endpunkt deaktiviert',
  'Endpoint disabled.': 'Endpunkt deaktiviert.',
  'Endpoints receive it in full. An admin can reveal it on the gift’s page after giving a reason.':
    'Endpunkte erhalten sie vollständig. Ein Admin kann sie nach Angabe eines Grundes auf der Seite des Geschenks einblenden.',
  'Endpoints receive it in full. To see it, give a reason on <a>the gift’s page</a>.':
    'Endpunkte erhalten sie vollständig. Um sie zu sehen, geben Sie auf <a>der Seite des Geschenks</a> einen Grund an.',
  'Error code reference': 'Referenz der Fehlercodes',
  'Errors returned': 'Zurückgegebene Fehler',
  'Event examples': 'Beispiele für Events',
  'Event ID': 'Event-ID',
  'Event log': 'Event-Protokoll',
  'Separate events such as attention.backordered and attention.cleared. Your receiver must handle them.':
    'Eigene Events, zum Beispiel attention.backordered und attention.cleared. Ihr Empfangsdienst muss sie kennen.',
  'Events that occur while it is disabled are never sent to it, not even after you enable it again.':
    'Events, die eintreten, solange er deaktiviert ist, werden nie an ihn gesendet, auch nicht nach dem erneuten Aktivieren.',
  'Every email of this installation, as the recipient sees it.':
    'Jede E-Mail dieser Installation, wie der Empfänger sie sieht.',
  'Every event sent to an endpoint appears here, with each attempt.':
    'Hier erscheint jedes an einen Endpunkt gesendete Event mit allen Versuchen.',
  'Every event sent to an endpoint, with each attempt. Attempts are stored for 90 days, bodies for 30.':
    'Jedes an einen Endpunkt gesendete Event mit allen Versuchen. Versuche werden 90 Tage gespeichert, Bodys 30 Tage.',
  'Everything the API can do, including what later versions add.':
    'Alles, was die API kann, einschließlich künftiger Funktionen.',
  'Exempt webhook requests from authentication, and verify their signature instead.':
    'Nehmen Sie Webhook-Anfragen von der Authentifizierung aus und prüfen Sie stattdessen ihre Signatur.',
  'Expired {time}': 'Abgelaufen {time}',
  Expires: 'Läuft ab',
  'Expires {time}': 'Läuft {time} ab',
  'Failed after the fifth attempt. You can resend it.':
    'Nach dem fünften Versuch fehlgeschlagen. Sie können das Event erneut senden.',
  'Failed, because its endpoint or body was deleted.':
    'Fehlgeschlagen, weil der Endpunkt oder der Body gelöscht wurde.',
  'Failed|delivery': 'Fehlgeschlagen',
  Failing: 'Ausgefallen',
  'Finished.': 'Abgeschlossen.',
  'First call': 'Erster Aufruf',
  'Flat JSON, as in API responses: {example}. Media type application/json.':
    'Flaches JSON wie in API-Antworten: {example}. Medientyp application/json.',
  'For a digital gift, delivered is sent at the same time, in either order.':
    'Bei einem digitalen Geschenk wird gleichzeitig delivered gesendet, in beliebiger Reihenfolge.',
  'For existing integrations. Use 2026-05 for new ones.':
    'Für bestehende Integrationen. Verwenden Sie für neue 2026-05.',
  'For receivers that verify with a public key, so that a leak at the receiver cannot be used to forge events. Includes the Standard Webhooks headers.':
    'Für Empfangsdienste, die mit einem öffentlichen Schlüssel prüfen. So kann ein Leck beim Empfangsdienst nicht zum Fälschen von Events genutzt werden. Schließt die Standard-Webhooks-Header ein.',
  'For receivers that verify with a Standard Webhooks library. The default headers are still sent.':
    'Für Empfangsdienste, die mit einer Standard-Webhooks-Bibliothek prüfen. Die üblichen Header werden weiterhin gesendet.',
  'For receivers that use a private certificate authority or require mutual TLS. PEM format.':
    'Für Empfangsdienste mit einem Zertifikat Ihrer eigenen Zertifizierungsstelle oder mit gegenseitigem TLS (mTLS). Alles im PEM-Format.',
  'For short-lived tokens, or apps that act with a user’s consent. An API key is simpler.':
    'Für kurzlebige Tokens oder Apps, die mit Zustimmung eines Benutzers handeln. Ein API-Schlüssel ist einfacher.',
  'For your team, for example “Orders in the ERP”.':
    'Für Ihr Team, zum Beispiel „Aufträge im ERP“.',
  'From now on, line_items has the chosen items.':
    'Ab jetzt enthält line_items die ausgewählten Artikel.',
  'From the start of an attempt to the response status. Solid line: median. Dashed line: 95th percentile.':
    'Vom Beginn eines Versuchs bis zum Antwortstatus. Durchgezogene Linie: Median. Gestrichelte Linie: 95. Perzentil.',
  'Full access': 'Vollzugriff',
  'Full access and webhooks': 'Vollzugriff und Webhooks',
  Generate: 'Erstellen',
  'Generate new API key': 'Neuen API-Schlüssel erstellen',
  'Get signed events at your URLs within a second.':
    'Signierte Events erreichen Ihre URLs innerhalb einer Sekunde.',
  'Get tokens from {url}. Also send the header x-api-key with each call.':
    'Tokens erhalten Sie unter {url}. Senden Sie bei jedem Aufruf auch den Header x-api-key.',
  'Gift ID': 'Geschenk-ID',
  'Gift: reference or ID': 'Geschenk: Referenz oder ID',
  'Gifts in production are real. Use an account of a staging installation.':
    'Geschenke in der Produktion sind echt. Verwenden Sie ein Konto einer Staging-Installation.',
  'Give the host a public address, or ask the operator to add its network to BESTOW_WEBHOOK_ALLOWED_NETWORKS. For your own computer, use bestow listen.':
    'Geben Sie dem Host eine öffentliche Adresse oder bitten Sie den Betreiber, das Netzwerk in BESTOW_WEBHOOK_ALLOWED_NETWORKS aufzunehmen. Verwenden Sie für Ihren eigenen Computer bestow listen.',
  'Good to know': 'Gut zu wissen',
  'Half hours with attempts': 'Halbe Stunden mit Versuchen',
  Headers: 'Header',
  Health: 'Zustand',
  Healthy: 'Funktioniert',
  'Host name not found': 'Hostname nicht gefunden',
  'Host unreachable': 'Host nicht erreichbar',
  'How the signature is computed': 'So wird die Signatur berechnet',
  'How to verify requests, how to respond, and what attempt results mean.':
    'Wie Sie Anfragen prüfen, wie Sie antworten und was die Ergebnisse der Versuche bedeuten.',
  Id: 'ID',
  'Idempotency-Key': 'Idempotency-Key',
  'If your server is only down for a while, leave it enabled: five attempts span about 14 hours, and failed events can be resent.':
    'Lassen Sie ihn aktiviert, wenn Ihr Server nur kurzzeitig ausfällt: Fünf Versuche verteilen sich auf etwa 14 Stunden, und fehlgeschlagene Events können erneut gesendet werden.',
  'In 30 days': 'In 30 Tagen',
  'In 90 days': 'In 90 Tagen',
  'In a year': 'In einem Jahr',
  'in the last 15 minutes': 'in den letzten 15 Minuten',
  'in the last day': 'in den letzten 24 Stunden',
  'In the last day, that would have been {count} events.': {
    one: 'In den letzten 24 Stunden wäre das {count} Event gewesen.',
    other: 'In den letzten 24 Stunden wären das {count} Events gewesen.',
  },
  'in the last hour': 'in der letzten Stunde',
  'in transit': 'unterwegs',
  'In transit': 'Unterwegs',
  'IP addresses and ranges of your servers, for example 203.0.113.7 or 2001:db8::/32. Leave empty to allow every address.':
    'IP-Adressen und Adressbereiche Ihrer Server, zum Beispiel 203.0.113.7 oder 2001:db8::/32. Leer lassen, um jede Adresse zuzulassen.',
  'It can request new tokens at once. Apps need their users’ consent again.':
    'Er kann sofort neue Tokens anfordern. Apps brauchen erneut die Zustimmung ihrer Benutzer.',
  'It expired {time}. Upload a newer one in the settings, so that deliveries do not fail.':
    'Abgelaufen {time}. Laden Sie in den Einstellungen ein neues Zertifikat hoch, damit Zustellungen nicht fehlschlagen.',
  'It expires {time}. Upload a newer one in the settings, so that deliveries do not fail.':
    'Läuft {time} ab. Laden Sie in den Einstellungen ein neues Zertifikat hoch, damit Zustellungen nicht fehlschlagen.',
  'It gets the same name, permissions, lifetime and allowed addresses. Replace …{last_four} with it everywhere.':
    'Er erhält denselben Namen, dieselben Berechtigungen, dieselbe Laufzeit und dieselben zugelassenen Adressen. Ersetzen Sie …{last_four} überall durch ihn.',
  'It has upper-case letters or white space. Send lower-case hex.':
    'Sie enthält Großbuchstaben oder Leerraum. Verwenden Sie Hex in Kleinbuchstaben.',
  'It is in base64. Service-Webhook-Signature is in hex; only webhook-signature is in base64.':
    'Sie ist in Base64. Service-Webhook-Signature ist in Hex; nur webhook-signature ist in Base64.',
  'It is not 64 characters of hex: a part is missing, or it is another hash.':
    'Sie besteht nicht aus 64 Hex-Zeichen: Ein Teil fehlt, oder es ist ein anderer Hash.',
  'It works immediately, until it expires or you revoke it. Store it in a secret manager, never in a web page, an app or a repository.':
    'Er gilt sofort, bis er abläuft oder Sie ihn widerrufen. Bewahren Sie ihn in einem Secret-Manager auf, niemals in einer Webseite, einer App oder einem Repository.',
  'Its delivery log is preserved.': 'Das Zustellprotokoll bleibt erhalten.',
  'Its OAuth client was revoked': 'Der zugehörige OAuth-Client wurde widerrufen',
  'Its Retry-After is respected, up to twice the default delay. Raise its limit if this persists.':
    'Sein Retry-After wird beachtet, bis zum Doppelten des Standardabstands. Erhöhen Sie das Limit, wenn das Problem bestehen bleibt.',
  'Its tokens stop working at once, and it gets no new ones. This can’t be undone.':
    'Seine Tokens werden sofort ungültig, und er erhält keine neuen. Das lässt sich nicht rückgängig machen.',
  'Its URL receives no more events and its secret stops working. This can’t be undone.':
    'Seine URL erhält keine Events mehr und sein Secret wird ungültig. Das lässt sich nicht rückgängig machen.',
  'Jump to state': 'Zu einem Zustand springen',
  Key: 'Schlüssel',
  'Client certificate key': 'Schlüssel des Client-Zertifikats',
  'Last 15 minutes': 'Letzte 15 Minuten',
  'Last 24 hours': 'Letzte 24 Stunden',
  'Last day': 'Letzter Tag',
  'Last delivered': 'Zuletzt zugestellt',
  'Last failure': 'Letzter Fehler',
  'Last hour': 'Letzte Stunde',
  'Last response': 'Letzte Antwort',
  'Last used {time}': 'Zuletzt verwendet: {time}',
  'Line for .env': 'Zeile für .env',
  lost: 'verloren',
  'Lost|parcel': 'Verloren',
  Mailbox: 'Postfach',
  'Method|http': 'Methode',
  'Malformed Authorization header': 'Fehlerhafter Authorization-Header',
  'Malformed token': 'Fehlerhaftes Token',
  'May arrive after delivered if an attempt was delayed.':
    'Kann nach delivered eintreffen, wenn sich ein Versuch verzögert hat.',
  'May arrive before dispatched.': 'Kann vor dispatched eintreffen.',
  'Means: now in transit.': 'Bedeutet: jetzt unterwegs.',
  Median: 'Median',
  More: 'Mehr',
  'More|diagnosis': 'Mehr erfahren',
  'Name of header {number}': 'Name von Header {number}',
  'Name|phase': 'Name',
  Never: 'Nie',
  'New client secret': 'Neues Client-Secret',
  'New OAuth client': 'Neuer OAuth-Client',
  'next attempt in {time}': 'Nächster Versuch in {time}',
  'next attempt now': 'Nächster Versuch jetzt',
  'Next state': 'Nächster Zustand',
  'No action needed. Your server may have received this event twice: compare the event ID.':
    'Sie müssen nichts tun. Ihr Server hat dieses Event möglicherweise zweimal erhalten: Vergleichen Sie die Event-ID.',
  'No API keys yet': 'Noch keine API-Schlüssel',
  'No attempt in the last day. {failed} of the last {count} deliveries failed.': {
    one: 'Kein Versuch in den letzten 24 Stunden. Fehlgeschlagen: {failed} von {count} Zustellung.',
    other:
      'Kein Versuch in den letzten 24 Stunden. Fehlgeschlagen: {failed} der letzten {count} Zustellungen.',
  },
  'No attempt in the last day. The last {count} deliveries arrived.': {
    one: 'Kein Versuch in den letzten 24 Stunden. Die letzte Zustellung ist angekommen.',
    other:
      'Kein Versuch in den letzten 24 Stunden. Die letzten {count} Zustellungen sind angekommen.',
  },
  'no attempts': 'keine Versuche',
  'No attempts in the last 24 hours': 'Keine Versuche in den letzten 24 Stunden',
  'No campaign invites recipients by email. Create one first: sample gifts need it.':
    'Keine Kampagne lädt Empfänger per E-Mail ein. Erstellen Sie zuerst eine: Beispielgeschenke brauchen sie.',
  'No common mistake explains it. Either the secret belongs to another endpoint, or the body differs from the one above.':
    'Kein häufiger Fehler erklärt es. Entweder gehört das Secret zu einem anderen Endpunkt, oder der Body weicht von dem oben ab.',
  'No connection within 5 seconds': 'Keine Verbindung innerhalb von 5 Sekunden',
  'No deliveries are pending.': 'Es stehen keine Zustellungen aus.',
  'No deliveries yet': 'Noch keine Zustellungen',
  'No endpoint was subscribed when the event occurred.':
    'Als das Event eintrat, war kein Endpunkt dafür angemeldet.',
  'No endpoints yet': 'Noch keine Endpunkte',
  'No event failed all its attempts in this time.':
    'In diesem Zeitraum sind bei keinem Event alle Versuche fehlgeschlagen.',
  'Items out of stock, rejected labels and failed delivery attempts trigger none of these events. To be notified, turn on attention events for the endpoint, or <a>see the gifts</a> that are stuck. Any event may arrive twice: store its ID and ignore duplicates.':
    'Fehlender Bestand, abgelehnte Etiketten und fehlgeschlagene Zustellversuche lösen keines dieser Events aus. Schalten Sie dafür beim Endpunkt die Events zum Handlungsbedarf ein, oder <a>sehen Sie sich die Geschenke an</a>, die nicht weiterkommen. Jedes Event kann doppelt eintreffen: Speichern Sie die ID und ignorieren Sie Duplikate.',
  'No events are recorded for a disabled endpoint.':
    'Für einen deaktivierten Endpunkt werden keine Events erfasst.',
  'No events are recorded for it.': 'Für ihn werden keine Events erfasst.',
  'No events are recorded for it. {count} deliveries are paused until it is enabled.': {
    one: 'Für ihn werden keine Events erfasst. {count} Zustellung ist pausiert, bis er aktiviert wird.',
    other:
      'Für ihn werden keine Events erfasst. {count} Zustellungen sind pausiert, bis er aktiviert wird.',
  },
  'No events yet': 'Noch keine Events',
  'No longer stored.': 'Nicht mehr gespeichert.',
  'No OAuth clients yet': 'Noch keine OAuth-Clients',
  'No requests used it in the last day.': 'In den letzten 24 Stunden gab es damit keine Anfragen.',
  'No requests yet': 'Noch keine Anfragen',
  'no response': 'keine Antwort',
  'No response': 'Keine Antwort',
  'No response within 15 seconds': 'Keine Antwort innerhalb von 15 Sekunden',
  Node: 'Node',
  none: 'keiner',
  None: 'Keine',
  'none failed': 'keiner fehlgeschlagen',
  'none: only the new key': 'keine: nur der neue Schlüssel',
  'none: only the new secret': 'keine: nur das neue Secret',
  'none|version': 'keine',
  'Not available in production': 'In der Produktion nicht verfügbar',
  'Not part of full access: create and change endpoints, and resend deliveries.':
    'Nicht Teil des Vollzugriffs: Endpunkte erstellen und ändern, Zustellungen erneut senden.',
  'Nothing sent yet': 'Noch nichts gesendet',
  'Nothing waits for longer than a few seconds.': 'Nichts wartet länger als ein paar Sekunden.',
  now: 'jetzt',
  Now: 'Jetzt',
  'of {attempts} in 24 hours, p95 {p95}': 'von {attempts} in 24 Stunden, p95 {p95}',
  'of the newest {attempts}, p95 {p95}': 'der neuesten {attempts}, p95 {p95}',
  Old: 'Alt',
  'Old secret stays valid for': 'Altes Secret bleibt gültig für',
  'On a date…': 'An einem bestimmten Tag …',
  'Once for each gift.': 'Einmal pro Geschenk.',
  'Once.': 'Einmal.',
  'One per line. They must match exactly.': 'Eine pro Zeile. Sie müssen exakt übereinstimmen.',
  'Only available while no mail server is set up.':
    'Nur verfügbar, solange kein Mailserver eingerichtet ist.',
  'Only certificates that it issued are trusted, in place of the public authorities.':
    'Nur von ihr ausgestellten Zertifikaten wird vertraut, anstelle der öffentlichen Zertifizierungsstellen.',
  'Only events from now on are sent.': 'Es werden nur Events ab jetzt gesendet.',
  'Only from {addresses}': 'Nur von {addresses}',
  'Only what you select below.': 'Nur, was Sie unten auswählen.',
  open: 'öffnen',
  'Open delivery': 'Zustellung öffnen',
  'Open mailbox': 'Postfach öffnen',
  Order: 'Reihenfolge',
  ordered: 'beauftragt',
  'out for delivery': 'in Zustellung',
  'Out for delivery': 'In Zustellung',
  Outcome: 'Ergebnis',
  'Outcome unknown': 'Ergebnis unbekannt',
  'Overlap with the old key': 'Überlappung mit dem alten Schlüssel',
  'Overlap with the old secret': 'Überlappung mit dem alten Secret',
  'Parcel {number}: {state}.': 'Paket {number}: {state}.',
  'Path contains': 'Pfad enthält',
  'Paused while its endpoint is disabled.': 'Pausiert, solange der Endpunkt deaktiviert ist.',
  'Paused: the signing secret of its endpoint cannot be decrypted.':
    'Pausiert: Das Signatur-Secret des Endpunkts kann nicht entschlüsselt werden.',
  'Paused|delivery': 'Pausiert',
  'Payload version': 'Payload-Version',
  'Payload version 2025-10 uses application/vnd.api+json, which some frameworks do not parse by default.':
    'Die Payload-Version 2025-10 verwendet application/vnd.api+json. Manche Frameworks parsen das standardmäßig nicht.',
  'Pending|delivery': 'Ausstehend',
  Period: 'Zeitraum',
  'Permissions of {name}': 'Berechtigungen von {name}',
  'Permissions of {name} saved. They apply from the next request.':
    'Berechtigungen von {name} gespeichert. Sie gelten ab der nächsten Anfrage.',
  placing: 'wird beauftragt',
  'Port not allowed': 'Port nicht erlaubt',
  'port not allowed': 'Port abgelehnt',
  'POST {url}': 'POST {url}',
  'Previous key': 'Vorheriger Schlüssel',
  'Private address': 'Private Adresse',
  'proxy failed': 'Proxy-Fehler',
  'Public key': 'Öffentlicher Schlüssel',
  'Query parameters': 'Query-Parameter',
  'Query values and the body are not stored: fill in your own.':
    'Query-Werte und Body werden nicht gespeichert: Setzen Sie Ihre eigenen ein.',
  'Raise its limit. Webhook bodies stay below 1 MiB.':
    'Erhöhen Sie das Limit. Webhook-Bodys bleiben unter 1 MiB.',
  'Read campaigns': 'Kampagnen lesen',
  'Read endpoints, deliveries and attempts': 'Endpunkte, Zustellungen und Versuche lesen',
  'Read events, and what needs attention': 'Events und Handlungsbedarf lesen',
  'Read gifts, their parcels, emails and history':
    'Geschenke mit Paketen, E-Mails und Verlauf lesen',
  'Read one-links and their claims': 'One-Links und ihre Anforderungen lesen',
  'Read only': 'Nur lesen',
  'Read products, stock and warehouses': 'Produkte, Bestand und Lager lesen',
  'Read recipients': 'Empfänger lesen',
  'Read reports and exports': 'Berichte und Exporte lesen',
  'Reads figures and events, but no single gift.':
    'Liest Kennzahlen und Events, aber keine einzelnen Geschenke.',
  'Real events': 'Echte Events',
  'Real time.': 'Echtzeit.',
  'Receives POST requests. Redirects are not followed.':
    'Erhält POST-Anfragen. Weiterleitungen werden nicht befolgt.',
  'Recent API requests. Heavy traffic is sampled. IDs and parameter names are stored; values and bodies are not.':
    'Aktuelle API-Anfragen. Bei hohem Aufkommen wird eine Stichprobe gespeichert. IDs und Parameternamen werden gespeichert, Werte und Bodys nicht.',
  'Recipient or reference': 'Empfänger oder Referenz',
  Recorded: 'Erfasst',
  Recovering: 'Erholt sich',
  'Redeemed|event': 'Eingelöst',
  'redemption_url is null: the link is created shortly afterwards. Also sent for the unclaimed gifts of a one-link.':
    'redemption_url ist null: Der Link wird kurz danach erstellt. Wird auch für die noch nicht angeforderten Geschenke eines One-Links gesendet.',
  redirect: 'Weiterleitung',
  'Redirect URIs': 'Redirect-URIs',
  'Redirects are not followed': 'Weiterleitungen werden nicht befolgt',
  'Refresh token sent as the access token': 'Refresh-Token als Access-Token gesendet',
  refused: 'abgelehnt',
  'Register the route for POST.': 'Registrieren Sie die Route für POST.',
  Rejected: 'Abgelehnt',
  'Rejected by your server': 'Von Ihrem Server abgelehnt',
  'Remove header {name}': 'Header {name} entfernen',
  'Remove the certificate authority?': 'Zertifizierungsstelle entfernen?',
  'Remove the client certificate?': 'Client-Zertifikat entfernen?',
  'Rendered once, when the event occurred. Every attempt sends these bytes.':
    'Einmal erzeugt, als das Event eintrat. Jeder Versuch sendet genau diese Bytes.',
  'Renew the certificate, and serve the full chain. If the endpoint has its own certificate authority, check that it issued the certificate.':
    'Erneuern Sie das Zertifikat und liefern Sie die vollständige Kette aus. Falls der Endpunkt eine eigene Zertifizierungsstelle hat, prüfen Sie, ob sie das Zertifikat ausgestellt hat.',
  'Repeat this request': 'Diese Anfrage wiederholen',
  Repeats: 'Häufigkeit',
  'Reported by the server: {error}': 'Meldung des Servers: {error}',
  Reports: 'Berichte',
  'Reports and events': 'Berichte und Events',
  Requests: 'Anfragen',
  'Requests (24 h)': 'Anfragen (24 Std.)',
  'Requests per minute in the last hour, live.': 'Anfragen pro Minute in der letzten Stunde, live.',
  'Requests per minute with …{last_four} in the last hour':
    'Anfragen pro Minute mit …{last_four} in der letzten Stunde',
  'Requests per second (optional)': 'Anfragen pro Sekunde (optional)',
  'Requests with it are rejected from now on. This can’t be undone: programs that still use it need a new key.':
    'Anfragen damit werden ab sofort abgelehnt. Das lässt sich nicht rückgängig machen: Programme, die ihn noch verwenden, brauchen einen neuen Schlüssel.',
  'Resend {count}': '{count} erneut senden',
  'Resend failed events': 'Fehlgeschlagene Events erneut senden',
  'Resend failed events…': 'Fehlgeschlagene Events erneut senden …',
  'Resend of': 'Wiederholung von',
  'Resending {count} deliveries.': {
    one: '{count} Zustellung wird erneut gesendet.',
    other: '{count} Zustellungen werden erneut gesendet.',
  },
  resent: 'erneut gesendet',
  Resent: 'Erneut gesendet',
  'Resent, {number}': 'Erneut gesendet, {number}',
  reset: 'Verbindung zurückgesetzt',
  Resource: 'Ressource',
  'Resource ID': 'Ressourcen-ID',
  Respond: 'Antworten',
  'Respond at once and process the event afterwards. An attempt fails after 15 seconds.':
    'Antworten Sie sofort und verarbeiten Sie das Event danach. Nach 15 Sekunden gilt ein Versuch als fehlgeschlagen.',
  Response: 'Antwort',
  'Response time': 'Antwortzeit',
  'Response time in the last 24 hours: 95th percentile at most {slowest}':
    'Antwortzeit der letzten 24 Stunden: 95. Perzentil höchstens {slowest}',
  'response timed out': 'Zeitüberschreitung der Antwort',
  'Result of the test': 'Ergebnis des Tests',
  Retries: 'Wiederholungen',
  'Retry all {count} waiting now': 'Alle {count} wartenden jetzt wiederholen',
  'Retry all waiting deliveries now': 'Alle wartenden Zustellungen jetzt wiederholen',
  'Retry now': 'Jetzt wiederholen',
  'Retry the delivery waiting now': 'Wartende Zustellung jetzt wiederholen',
  'Retrying ({count} of 5)': 'Wird wiederholt ({count} von 5)',
  'Return 200 at once, and process the event afterwards.':
    'Antworten Sie sofort mit 200 und verarbeiten Sie das Event danach.',
  'Return 403 if the signature is wrong or the timestamp is more than 5 minutes off.':
    'Antworten Sie mit 403, wenn die Signatur falsch ist oder der Zeitstempel um mehr als 5 Minuten abweicht.',
  'Return 5xx to get a retry. Every status other than 2xx is retried.':
    'Antworten Sie mit 5xx, um eine Wiederholung auszulösen. Jeder Status außer 2xx wird wiederholt.',
  returned: 'zurückgekommen',
  'Returned|parcel': 'Zurückgekommen',
  'Revoke {name}?': '{name} widerrufen?',
  'Revoke all tokens of {name}?': 'Alle Tokens von {name} widerrufen?',
  'Revoke all tokens…': 'Alle Tokens widerrufen …',
  'Revoke old': 'Alten widerrufen',
  'Revoke tokens': 'Tokens widerrufen',
  'Revoke…': 'Widerrufen …',
  'Revoked {time}': 'Widerrufen {time}',
  'Rotate {name}': '{name} rotieren',
  'Rotate key': 'Schlüssel rotieren',
  'Rotate secret': 'Secret rotieren',
  'Rotate secret…': 'Secret rotieren …',
  'Rotate the secret and give the new one to the receiver, or restore the row from a backup. Paused deliveries then continue with all their attempts.':
    'Rotieren Sie das Secret und hinterlegen Sie das neue beim Empfangsdienst, oder stellen Sie die Zeile aus einem Backup wieder her. Pausierte Zustellungen werden dann mit allen Versuchen fortgesetzt.',
  'Rotate…': 'Rotieren …',
  'Runs on a device without a secret. Each user gives consent (authorization code with PKCE).':
    'Läuft ohne Secret auf einem Gerät. Jeder Benutzer erteilt seine Zustimmung (Authorization Code mit PKCE).',
  'Runs on a server and has a secret (client credentials).':
    'Läuft auf einem Server und hat ein Secret (Client Credentials).',
  'Safe once it is unused for {minutes} minutes and all infrequent jobs have run.':
    'Sicher, sobald er {minutes} Minuten lang nicht verwendet wurde und alle seltenen Jobs gelaufen sind.',
  'Same resource': 'Gleiche Ressource',
  'Sample data': 'Beispieldaten',
  'Sample data of a gift that does not exist. One attempt, without retries.':
    'Beispieldaten eines Geschenks, das es nicht gibt. Ein Versuch, ohne Wiederholungen.',
  'Save certificates': 'Zertifikate speichern',
  Secret: 'Secret',
  'Sees everything, changes nothing.': 'Sieht alles, ändert nichts.',
  'Send a test event to see it here at once.':
    'Senden Sie ein Test-Event, um es hier sofort zu sehen.',
  'Send a test event to see whether it arrives.':
    'Senden Sie ein Test-Event, um zu prüfen, ob es ankommt.',
  'Send a test event, or create a gift.':
    'Senden Sie ein Test-Event oder erstellen Sie ein Geschenk.',
  'Send gifts': 'Geschenke senden',
  'Send it again.': 'Senden Sie die Anfrage erneut.',
  'Send it as Authorization: Bearer. The header x-api-key is for OAuth clients.':
    'Senden Sie es als Authorization: Bearer. Der Header x-api-key ist für OAuth-Clients.',
  'Send one to yourself: its first event appears here within a second.':
    'Senden Sie eines an sich selbst: Das erste Event erscheint hier innerhalb einer Sekunde.',
  'Send test': 'Test senden',
  'Send test event': 'Test-Event senden',
  'Send the client that got this token, or omit the header.':
    'Senden Sie den Client, der dieses Token erhalten hat, oder lassen Sie den Header weg.',
  'Send the header Authorization: Bearer, a space, and the token.':
    'Senden Sie den Header Authorization: Bearer, ein Leerzeichen und das Token.',
  'Send the key of the client that got this token.':
    'Senden Sie den Schlüssel des Clients, der dieses Token erhalten hat.',
  'Send this account’s tenant, or omit the header.':
    'Senden Sie den Mandanten dieses Kontos oder lassen Sie den Header weg.',
  'Send, change and cancel gifts': 'Geschenke senden, ändern und stornieren',
  'Sending first events': 'Erste Events werden gesendet',
  'Sending now.': 'Wird gerade gesendet.',
  'Sends gifts from your campaigns, and follows them.':
    'Sendet Geschenke aus Ihren Kampagnen und verfolgt sie.',
  'Sent (digest {digest})': 'Gesendet (Hash {digest})',
  'Sent|phase': 'Gesendet',
  'Serve the endpoint on port 443, or ask the operator to add its port to BESTOW_WEBHOOK_PORTS.':
    'Betreiben Sie den Endpunkt auf Port 443 oder bitten Sie den Betreiber, den Port in BESTOW_WEBHOOK_PORTS aufzunehmen.',
  Server: 'Server',
  'Server error': 'Serverfehler',
  'Sign the body below in your code, and paste the result. The check names the mistake if they differ. The secret stays on the server.':
    'Signieren Sie den Body unten mit Ihrem Code und fügen Sie das Ergebnis ein. Bei einer Abweichung nennt die Prüfung den Fehler. Das Secret bleibt auf dem Server.',
  'Signature from your code': 'Signatur Ihres Codes',
  'Signatures, retries and attempt results': 'Signaturen, Wiederholungen und Ergebnisse',
  'Signing secret': 'Signatur-Secret',
  'signing secret cannot be decrypted': 'Signatur-Secret nicht entschlüsselbar',
  Simulate: 'Simulieren',
  'Simulate {reference}': '{reference} simulieren',
  'Some attempts fail': 'Einige Versuche schlagen fehl',
  'Staging tokens work in staging only, and production tokens in production only. Check the base URL.':
    'Staging-Tokens gelten nur im Staging, Produktions-Tokens nur in der Produktion. Prüfen Sie die Basis-URL.',
  'Status|http': 'Status',
  'Status|phase': 'Status',
  'Start the receiver, and check the port and the firewall.':
    'Starten Sie den Empfangsdienst und prüfen Sie Port und Firewall.',
  'Start the receiver, or correct the upstream address of the proxy.':
    'Starten Sie den Empfangsdienst oder korrigieren Sie die Upstream-Adresse des Proxys.',
  'Still in use: {count} requests in the last {minutes} minutes.': {
    one: 'Noch in Verwendung: {count} Anfrage in den letzten {minutes} Minuten.',
    other: 'Noch in Verwendung: {count} Anfragen in den letzten {minutes} Minuten.',
  },
  'Such as an API key for your gateway. Values are encrypted and never shown again.':
    'Zum Beispiel ein API-Schlüssel für Ihr Gateway. Werte werden verschlüsselt und nie wieder angezeigt.',
  Tenant: 'Mandant',
  test: 'Test',
  'Test event': 'Test-Event',
  Testing: 'Testen',
  Tests: 'Tests',
  'The access token has expired': 'Das Access-Token ist abgelaufen',
  'The access token was revoked': 'Das Access-Token wurde widerrufen',
  'The account is no longer on the Enterprise tier. Endpoints can’t be changed, and no webhooks are sent.':
    'Das Konto ist nicht mehr im Enterprise-Tarif. Endpunkte können nicht geändert werden, und es werden keine Webhooks gesendet.',
  'The body is no longer stored, or the endpoint was deleted.':
    'Der Body ist nicht mehr gespeichert oder der Endpunkt wurde gelöscht.',
  'The body of your code ends with another line break. Sign exactly the bytes that arrive.':
    'Am Ende des Bodys in Ihrem Code fehlt ein Zeilenumbruch, oder es ist einer zu viel. Signieren Sie genau die Bytes, die ankommen.',
  'The body of your code starts with a byte order mark. Remove it.':
    'Der Body in Ihrem Code beginnt mit einem Byte Order Mark. Entfernen Sie es.',
  'The body was erased together with the recipient’s data.':
    'Der Body wurde zusammen mit den Daten des Empfängers gelöscht.',
  'The body was erased, or is older than 30 days.':
    'Der Body wurde gelöscht oder ist älter als 30 Tage.',
  'The byte count and the SHA-256 are those of the full body; the curl command sends the body as shown here.':
    'Die Anzahl der Bytes und der SHA-256 gelten für den vollständigen Body; der curl-Befehl sendet den Body wie hier angezeigt.',
  'The certificate authority expires soon': 'Das CA-Zertifikat läuft bald ab',
  'The certificate authority has expired': 'Das CA-Zertifikat ist abgelaufen',
  'The certificate is not trusted, has expired, or is for another host name.':
    'Das Zertifikat ist nicht vertrauenswürdig, abgelaufen oder für einen anderen Hostnamen ausgestellt.',
  'The client certificate expires soon': 'Das Client-Zertifikat läuft bald ab',
  'The client certificate has expired': 'Das Client-Zertifikat ist abgelaufen',
  'The client must request a new one.': 'Der Client muss ein neues anfordern.',
  'the earlier delivery': 'der früheren Zustellung',
  'The endpoint has changed since. The body is what was sent; the URL, optional headers and signature are those of a request sent now.':
    'Der Endpunkt wurde seitdem geändert. Der Body ist der gesendete; URL, optionale Header und Signatur entsprechen einer jetzt gesendeten Anfrage.',
  'The errors of the response.': 'Die Fehler der Antwort.',
  'The five events a gift can trigger.': 'Die fünf Events, die ein Geschenk auslösen kann.',
  'The format is valid, but the token does not exist. It may belong to another installation.':
    'Das Format stimmt, aber das Token existiert nicht. Möglicherweise gehört es zu einer anderen Installation.',
  'The full stop between the timestamp and the body is missing.':
    'Der Punkt zwischen Zeitstempel und Body fehlt.',
  'The gift arrived. At most once for each gift request.':
    'Das Geschenk ist angekommen. Höchstens einmal pro Geschenk.',
  'The gift request was cancelled, expired, or its shipment was cancelled.':
    'Das Geschenk wurde storniert, ist abgelaufen oder sein Versand wurde storniert.',
  'The gift request was created. Once for each gift request.':
    'Das Geschenk wurde erstellt. Einmal pro Geschenk.',
  'The gift was cancelled, it expired, or its shipment was cancelled. The event does not say which.':
    'Das Geschenk wurde storniert, ist abgelaufen oder sein Versand wurde storniert. Welcher Fall vorliegt, sagt das Event nicht.',
  'The host did not respond in time. Usually a firewall drops the packets.':
    'Der Host hat nicht rechtzeitig geantwortet. Meist verwirft eine Firewall die Pakete.',
  'The host is up, but nothing listens on this port.':
    'Der Host ist erreichbar, aber auf diesem Port antwortet kein Dienst.',
  'The host name resolves to a private or reserved address. Webhooks are only sent to public addresses, and to networks that the operator allows.':
    'Der Hostname verweist auf eine private oder reservierte Adresse. Webhooks werden nur an öffentliche Adressen und an vom Betreiber erlaubte Netzwerke gesendet.',
  'The host responds, but the path does not exist.':
    'Der Host antwortet, aber der Pfad existiert nicht.',
  'The key can change webhook endpoints. Confirm that it’s you.':
    'Der Schlüssel kann Webhook-Endpunkte ändern. Bestätigen Sie, dass Sie es sind.',
  'The key is rotated.': 'Der Schlüssel wurde rotiert.',
  'The key is the whole secret as text, with its prefix. The body is the bytes as received, before any parser. {link} has code to copy.':
    'Der Schlüssel ist das gesamte Secret als Text, mit Präfix. Der Body sind die Bytes wie empfangen, vor jedem Parser. Code zum Kopieren: {link}.',
  'The key only identifies the client. Get an access token for the Authorization header.':
    'Der Schlüssel identifiziert nur den Client. Holen Sie ein Access-Token für den Authorization-Header.',
  'The key works until the end of this day, in your time zone.':
    'Der Schlüssel gilt bis zum Ende dieses Tages in Ihrer Zeitzone.',
  'The last {count} attempts arrived, after {failures} {window}.': {
    one: 'Der letzte Versuch ist angekommen, nach {failures} {window}.',
    other: 'Die letzten {count} Versuche sind angekommen, nach {failures} {window}.',
  },
  'the last 3 days': 'die letzten 3 Tage',
  'the last 30 days': 'die letzten 30 Tage',
  'the last 6 hours': 'die letzten 6 Stunden',
  'the last 7 days': 'die letzten 7 Tage',
  'the last day': 'die letzten 24 Stunden',
  'the last hour': 'die letzte Stunde',
  'The last relevant event for most integrations.':
    'Für die meisten Integrationen das letzte relevante Event.',
  'The most that this endpoint receives, retries included. From 1 to 1,000.':
    'So viele erhält dieser Endpunkt höchstens, einschließlich Wiederholungen. Von 1 bis 1.000.',
  'The next attempt connects without it.': 'Der nächste Versuch verbindet sich ohne es.',
  'The next attempt is signed with the new secret. During the overlap, a second header has the old secret’s signature. A receiver that accepts either secret, or reads both headers, misses nothing; any other receiver rejects deliveries until you change its secret.':
    'Der nächste Versuch wird mit dem neuen Secret signiert. Während der Überlappung enthält ein zweiter Header die Signatur des alten Secrets. Ein Empfangsdienst, der beide Secrets akzeptiert oder beide Header liest, verpasst nichts; jeder andere lehnt Zustellungen ab, bis Sie sein Secret ändern.',
  'the old secret expires {time}': 'altes Secret läuft {time} ab',
  'The only attempt {window} arrived.': 'Der einzige Versuch {window} ist angekommen.',
  'The only attempt failed {window}.': 'Der einzige Versuch {window} ist fehlgeschlagen.',
  'The only attempt failed. Failing for {time}.':
    'Vor {time} ist der einzige Versuch fehlgeschlagen.',
  'The parcel is in transit now. Again each time it returns to transit.':
    'Das Paket ist jetzt unterwegs. Erneut jedes Mal, wenn es wieder unterwegs ist.',
  'The path exists, but does not accept POST.': 'Der Pfad existiert, akzeptiert aber kein POST.',
  'The postal address is hidden': 'Die Postanschrift ist ausgeblendet',
  'The previous key also signs, and expires {time}.':
    'Der vorherige Schlüssel signiert weiterhin und läuft {time} ab.',
  'The program that will use it, for example CRM or Shop. Use one key per program.':
    'Das Programm, das ihn verwendet, zum Beispiel CRM oder Shop. Verwenden Sie für jedes Programm einen eigenen Schlüssel.',
  'The proxy of this service failed': 'Der Proxy dieses Dienstes ist ausgefallen',
  'The public key. Receivers verify the v1a signatures with it; it is not a secret.':
    'Der öffentliche Schlüssel. Empfangsdienste prüfen damit die v1a-Signaturen; er ist nicht geheim.',
  'The receiver limits the request rate.': 'Der Empfangsdienst begrenzt die Anfragerate.',
  'The receiver no longer wants these events. They are still retried, because an endpoint is never disabled automatically.':
    'Der Empfangsdienst möchte diese Events nicht mehr. Sie werden trotzdem wiederholt, weil ein Endpunkt nie automatisch deaktiviert wird.',
  'The receiver or its proxy is down or overloaded.':
    'Der Empfangsdienst oder sein Proxy ist ausgefallen oder überlastet.',
  'The receiver or its proxy only accepts smaller bodies.':
    'Der Empfangsdienst oder sein Proxy akzeptiert nur kleinere Bodys.',
  'The receiver rejected the request as invalid.':
    'Der Empfangsdienst hat die Anfrage als ungültig abgelehnt.',
  'The recipient has finished their part.': 'Der Empfänger hat seinen Teil abgeschlossen.',
  'The request can be shown once the signing secret of the endpoint can be decrypted.':
    'Die Anfrage kann angezeigt werden, sobald sich das Signatur-Secret des Endpunkts entschlüsseln lässt.',
  'The request was sent, but no status came back in time.':
    'Die Anfrage wurde gesendet, aber es kam nicht rechtzeitig ein Status zurück.',
  'The response is not HTTP': 'Die Antwort ist kein HTTP',
  'The response only says 401, without the reason.': 'Die Antwort lautet nur 401, ohne den Grund.',
  'The result was recorded late. By then, the event had been retried.':
    'Das Ergebnis wurde verspätet erfasst. Zu diesem Zeitpunkt war das Event bereits erneut gesendet worden.',
  'The same event may arrive twice: store Service-Webhook-Event-Id.':
    'Dasselbe Event kann doppelt eintreffen: Speichern Sie Service-Webhook-Event-Id.',
  'The secret of your code has a space or a line break around it. Trim what you read from a file.':
    'Das Secret in Ihrem Code ist von einem Leerzeichen oder Zeilenumbruch umgeben. Entfernen Sie den Leerraum, wenn Sie es aus einer Datei lesen.',
  'The secret of your code has quotation marks around it. Remove them.':
    'Das Secret in Ihrem Code steht in Anführungszeichen. Entfernen Sie diese.',
  'The secret of your code lacks its prefix. The key is the whole text, including svc-whsec-.':
    'Dem Secret in Ihrem Code fehlt das Präfix. Der Schlüssel ist der gesamte Text einschließlich svc-whsec-.',
  'The server sent something other than HTTP. Usually another service uses the port, or https was sent to an http port.':
    'Der Server hat etwas anderes als HTTP gesendet. Meist belegt ein anderer Dienst den Port, oder https wurde an einen http-Port gesendet.',
  'The signature is right': 'Die Signatur stimmt',
  'The signature is wrong': 'Die Signatur stimmt nicht',
  'The signing secret cannot be decrypted': 'Das Signatur-Secret kann nicht entschlüsselt werden',
  'The clock can be at most ten years ahead of the real time.':
    'Die Uhr kann der echten Zeit höchstens zehn Jahre voraus sein.',
  'The test clock of this account. It only moves forward: gifts expire and reminders are sent as time passes.':
    'Die Testuhr dieses Kontos. Sie läuft nur vorwärts: Mit der Zeit laufen Geschenke ab und Erinnerungen werden gesendet.',
  'The token changed during the request': 'Das Token hat sich während der Anfrage geändert',
  'The token was truncated or changed. Copy it again, or create a new one.':
    'Das Token wurde abgeschnitten oder verändert. Kopieren Sie es erneut oder erstellen Sie ein neues.',
  'The worker stopped during this attempt, so it is unknown whether the request arrived. It was retried at once.':
    'Der Worker wurde während dieses Versuchs beendet. Ob die Anfrage angekommen ist, ist daher unbekannt. Sie wurde sofort wiederholt.',
  'The x-api-key header belongs to another client':
    'Der Header x-api-key gehört zu einem anderen Client',
  'The x-api-key header is missing': 'Der Header x-api-key fehlt',
  'The x-service-client header names another client':
    'Der Header x-service-client nennt einen anderen Client',
  'The x-service-tenant header names another tenant':
    'Der Header x-service-tenant nennt einen anderen Mandanten',
  'There is no route to the address, or the network is down.':
    'Es gibt keine Route zur Adresse oder das Netzwerk ist ausgefallen.',
  'This API key has expired': 'Dieser API-Schlüssel ist abgelaufen',
  'This API key was revoked': 'Dieser API-Schlüssel wurde widerrufen',
  'This attempt failed.': 'Dieser Versuch ist fehlgeschlagen.',
  'This key is in use: {requests} in the last day, the last {time}.':
    'Dieser Schlüssel wird verwendet: {requests} in den letzten 24 Stunden, zuletzt {time}.',
  'This service reaches the internet through a proxy, which is down or refused the connection.':
    'Dieser Dienst erreicht das Internet über einen Proxy. Der Proxy ist ausgefallen oder hat die Verbindung abgelehnt.',
  'Three steps, without rejected requests. You can leave and return to this URL.':
    'Drei Schritte, ohne abgelehnte Anfragen. Sie können die Seite verlassen und zu dieser URL zurückkehren.',
  Time: 'Zeit',
  'Time to deploy the new secret. Issued tokens stay valid.':
    'Zeit, um das neue Secret auszurollen. Ausgestellte Tokens bleiben gültig.',
  'time unknown': 'Zeitpunkt unbekannt',
  Timestamp: 'Zeitstempel',
  'TLS connection failed': 'TLS-Verbindung fehlgeschlagen',
  'TLS failed': 'TLS-Fehler',
  'to {endpoint}': 'an {endpoint}',
  'Token missing': 'Token fehlt',
  'Token of another region': 'Token einer anderen Region',
  'Token of another stage': 'Token einer anderen Umgebung',
  'Two signatures are sent. The old secret expires {time}. Rotating the secret again drops the older one.':
    'Es werden zwei Signaturen gesendet. Das alte Secret läuft {time} ab. Wenn Sie das Secret erneut rotieren, entfällt das ältere.',
  Type: 'Typ',
  unknown: 'unbekannt',
  Unknown: 'Unbekannt',
  'Unknown token': 'Unbekanntes Token',
  'Unused: no requests with …{last_four} in the last {minutes} minutes.':
    'Unbenutzt: keine Anfragen mit …{last_four} in den letzten {minutes} Minuten.',
  URL: 'URL',
  'Use another client.': 'Verwenden Sie einen anderen Client.',
  'Usually first, not guaranteed.': 'Meist zuerst, aber nicht garantiert.',
  'Usually the receiver did not accept the signature, or considers the request too old.':
    'Meist hat der Empfangsdienst die Signatur nicht akzeptiert oder hält die Anfrage für zu alt.',
  'Value of header {number}': 'Wert von Header {number}',
  'Verify before you parse the body. The SDK does it in one call.':
    'Prüfen Sie sie, bevor Sie den Body parsen. Das SDK erledigt das mit einem Aufruf.',
  'Verify the signature': 'Signatur prüfen',
  Version: 'Version',
  'Version {version}': 'Version {version}',
  'View requests': 'Anfragen anzeigen',
  'Wait until it is back. Events that fail in the meantime can be resent.':
    'Warten Sie, bis er wieder läuft. Zwischenzeitlich fehlgeschlagene Events können erneut gesendet werden.',
  waiting: 'wartet',
  'Waiting for the response…': 'Warten auf die Antwort …',
  'Webhook endpoints': 'Webhook-Endpunkte',
  'Webhooks are only sent to ports that the operator of this service allows.':
    'Webhooks werden nur an Ports gesendet, die der Betreiber dieses Dienstes erlaubt.',
  'Why attempts failed': 'Warum Versuche fehlgeschlagen sind',
  'With a key, your software can send gifts through the API.':
    'Mit einem Schlüssel kann Ihre Software über die API Geschenke senden.',
  'With an access token, also send the key of its client.':
    'Senden Sie zu einem Access-Token auch den Schlüssel des Clients.',
  'With its intermediate certificates. Presented when your server asks for it.':
    'Mit seinen Zwischenzertifikaten. Wird vorgelegt, wenn Ihr Server danach fragt.',
  'Without a passphrase. Encrypted and never shown again.':
    'Ohne Passphrase. Wird verschlüsselt und nie wieder angezeigt.',
  'Write exactly Authorization: Bearer, one space, then the token, with no quotes and nothing after it.':
    'Schreiben Sie genau Authorization: Bearer, ein Leerzeichen und dann das Token, ohne Anführungszeichen und ohne etwas danach.',
  'x-api-key sent as the token': 'x-api-key als Token gesendet',
  'Your code has the line breaks of another operating system. Read the body as bytes, not as text.':
    'Ihr Code hat die Zeilenumbrüche eines anderen Betriebssystems. Lesen Sie den Body als Bytes, nicht als Text.',
  'Your code hashes without the secret. Use HMAC-SHA256 with the secret.':
    'Ihr Code bildet den Hash ohne das Secret. Verwenden Sie HMAC-SHA256 mit dem Secret.',
  'Your code parses the body and serializes it again. Sign the raw bytes, before any parser.':
    'Ihr Code parst den Body und serialisiert ihn neu. Signieren Sie die rohen Bytes, vor jedem Parser.',
  'Your code reads the body as Latin-1. Use the raw bytes, or UTF-8.':
    'Ihr Code liest den Body als Latin-1. Verwenden Sie die rohen Bytes oder UTF-8.',
  'Your code signs a timestamp in milliseconds. Use the header as it is, in seconds.':
    'Ihr Code signiert einen Zeitstempel in Millisekunden. Verwenden Sie den Header unverändert, in Sekunden.',
  'Your code signs as Bestow does.': 'Ihr Code signiert so wie Bestow.',
  'Your code signs the body alone. Sign the timestamp, a full stop and the body.':
    'Ihr Code signiert nur den Body. Signieren Sie den Zeitstempel, einen Punkt und den Body.',
  'Your code uses the previous secret, which still signs until the rotation ends. Change to the new one.':
    'Ihr Code verwendet das vorherige Secret, mit dem nur noch bis zum Ende der Rotation signiert wird. Wechseln Sie zum neuen.',
  'Your code uses the secret in the format whsec_… as text. Use the secret as displayed.':
    'Ihr Code verwendet das Secret im Format whsec_… als Text. Verwenden Sie das Secret wie angezeigt.',
  'Your new API key': 'Ihr neuer API-Schlüssel',
  'Your new OAuth client': 'Ihr neuer OAuth-Client',
  'Your program uses it to verify that a request is authentic and unchanged. The key is the whole text, including the prefix.':
    'Ihr Programm prüft damit, dass eine Anfrage echt und unverändert ist. Der Schlüssel ist der gesamte Text einschließlich des Präfixes.',
  'Your proxy got no response from the receiver in time.':
    'Ihr Proxy hat vom Empfangsdienst nicht rechtzeitig eine Antwort erhalten.',
  'Your proxy is up, but the receiver behind it is not.':
    'Ihr Proxy läuft, der Empfangsdienst dahinter aber nicht.',
  'Your server closed the connection after the request, without a response.':
    'Ihr Server hat die Verbindung nach der Anfrage geschlossen, ohne zu antworten.',
  'Your server failed while it processed the event.':
    'Bei der Verarbeitung des Events ist auf Ihrem Server ein Fehler aufgetreten.',
  'Your server returned a redirect. Redirects are never followed, so that events only go to the URL you entered.':
    'Ihr Server hat mit einer Weiterleitung geantwortet. Weiterleitungen werden nie befolgt, damit Events nur an die von Ihnen eingegebene URL gehen.',
  '{interval}: {figures}': '{interval}: {figures}',
  '{ok} arrived': '{ok} angekommen',
  'median {median}, p95 {p95}': 'Median {median}, p95 {p95}',
  'Click to see these deliveries': 'Klicken, um diese Zustellungen zu sehen',
  'Attempted from': 'Versuche ab',
  'Attempted until': 'Versuche bis',
  Attempt: 'Versuch',
  'Serve the certificate together with its intermediate certificates.':
    'Liefern Sie das Zertifikat zusammen mit seinen Zwischenzertifikaten aus.',
  'Use a certificate of a public authority, or add its authority to the endpoint.':
    'Verwenden Sie ein Zertifikat einer öffentlichen Zertifizierungsstelle, oder hinterlegen Sie die Zertifizierungsstelle beim Endpunkt.',
  'Renew the certificate.': 'Erneuern Sie das Zertifikat.',
  'Check the port, and whether the URL should start with http://.':
    'Prüfen Sie den Port und ob die URL mit http:// beginnen sollte.',
  'Add a client certificate that your server accepts to the endpoint.':
    'Hinterlegen Sie beim Endpunkt ein Client-Zertifikat, das Ihr Server akzeptiert.',
  'Your server sends its certificate without the certificate that issued it, or an authority issued it that is not trusted.':
    'Ihr Server sendet sein Zertifikat ohne das Zertifikat des Ausstellers, oder eine nicht vertrauenswürdige Stelle hat es ausgestellt.',
  'The authority that issued the certificate is not trusted.':
    'Die Stelle, die das Zertifikat ausgestellt hat, ist nicht vertrauenswürdig.',
  'The certificate is self-signed.': 'Das Zertifikat ist selbst signiert.',
  'The certificate has expired.': 'Das Zertifikat ist abgelaufen.',
  'The certificate is not valid yet.': 'Das Zertifikat ist noch nicht gültig.',
  'Check the clock of the computer that issued it.':
    'Prüfen Sie die Uhr des Rechners, der es ausgestellt hat.',
  'The certificate is for other host names.': 'Das Zertifikat gilt für andere Hostnamen.',
  'Use a certificate for the host name in the URL.':
    'Verwenden Sie ein Zertifikat für den Hostnamen in der URL.',
  'The certificate has no subject alternative name. Its common name does not count.':
    'Das Zertifikat hat keinen Subject Alternative Name. Sein Common Name zählt nicht.',
  'Issue it again with the host name as subject alternative name.':
    'Stellen Sie es mit dem Hostnamen als Subject Alternative Name neu aus.',
  'The port does not speak TLS. Usually it serves plain HTTP.':
    'Der Port spricht kein TLS. Meist liefert er unverschlüsseltes HTTP.',
  'Your server offers no HTTP/1.1 over TLS, usually HTTP/2 only.':
    'Ihr Server bietet über TLS kein HTTP/1.1 an, meist nur HTTP/2.',
  'Enable HTTP/1.1 on your server or its proxy.':
    'Aktivieren Sie HTTP/1.1 auf Ihrem Server oder seinem Proxy.',
  'Your server requires a client certificate, and got none or rejected it.':
    'Ihr Server verlangt ein Client-Zertifikat und hat keines erhalten oder es abgelehnt.',
  'A certificate or the key of this endpoint cannot be used.':
    'Ein Zertifikat oder der Schlüssel dieses Endpunkts ist unbrauchbar.',
  'Replace the certificates of the endpoint.': 'Ersetzen Sie die Zertifikate des Endpunkts.',
  'Your server and this service have no common version of TLS.':
    'Ihr Server und dieser Dienst haben keine gemeinsame TLS-Version.',
  'Enable TLS 1.2 or 1.3 on your server.': 'Aktivieren Sie TLS 1.2 oder 1.3 auf Ihrem Server.',
  'Your server rejected the TLS handshake. It requires a client certificate, or has no common cipher.':
    'Ihr Server hat den TLS-Handshake abgelehnt. Er verlangt ein Client-Zertifikat oder hat kein gemeinsames Verschlüsselungsverfahren.',
  'Your server has no certificate for this host name.':
    'Ihr Server hat kein Zertifikat für diesen Hostnamen.',
  'Your server closed the connection during the TLS handshake.':
    'Ihr Server hat die Verbindung während des TLS-Handshakes geschlossen.',
  'The TLS handshake failed for another reason.':
    'Der TLS-Handshake ist aus einem anderen Grund fehlgeschlagen.',
  'Check the TLS settings of your server.': 'Prüfen Sie die TLS-Einstellungen Ihres Servers.',
} satisfies Catalogue
