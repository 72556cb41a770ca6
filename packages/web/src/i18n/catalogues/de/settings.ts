import type { Catalogue } from '../../text-types.ts'

export const catalogue = {
  'Show past requests': 'Frühere Anfragen anzeigen',
  '{actor} added user {subject}': '{actor} hat den Benutzer {subject} hinzugefügt',
  '{actor} retried the order of a parcel of gift {subject}':
    '{actor} hat die Bestellung eines Pakets des Geschenks {subject} wiederholt',
  '{actor} revoked an import of codes of {subject}':
    '{actor} hat einen Code-Import von {subject} widerrufen',
  'Sign out|session': 'Abmelden',
  '{actor} changed the allowed addresses of API key {subject}':
    '{actor} hat die zugelassenen Adressen des API-Schlüssels {subject} geändert',
  'Allowed addresses|field': 'Zugelassene Adressen',
  'Client ID|field': 'Client-ID',
  'Error code|field': 'Fehlercode',
  'Ended sessions|field': 'Beendete Sitzungen',
  'Required|field': 'Verpflichtend',
  'Issuer|field': 'Aussteller',
  '{actor} rejected a single sign-on to {subject}':
    '{actor} hat eine Anmeldung mit Single Sign-on bei {subject} abgelehnt',
  '{actor} allowed emails to bounced addresses at a domain in {subject}':
    '{actor} hat in {subject} E-Mails an zurückgewiesene Adressen einer Domain wieder erlaubt',
  '{actor} ended the requirement of single sign-on in {subject}':
    '{actor} hat die Pflicht zu Single Sign-on in {subject} aufgehoben',
  '{actor} removed the single sign-on of {subject}':
    '{actor} hat das Single Sign-on von {subject} entfernt',
  '{actor} saved the single sign-on of {subject}':
    '{actor} hat das Single Sign-on von {subject} gespeichert',
  '{actor} tested the single sign-on of {subject}':
    '{actor} hat das Single Sign-on von {subject} getestet',
  '{actor} confirmed with single sign-on to be {subject}':
    '{actor} hat mit Single Sign-on bestätigt, {subject} zu sein',
  '{actor} linked single sign-on with {subject}':
    '{actor} hat Single Sign-on mit {subject} verknüpft',
  '{actor} unlinked single sign-on from {subject}':
    '{actor} hat die Verknüpfung von Single Sign-on mit {subject} gelöst',
  '{actor} confirmed their identity with single sign-on':
    '{actor} hat die eigene Identität mit Single Sign-on bestätigt',
  '{actor} used single sign-on for the first time':
    '{actor} hat Single Sign-on zum ersten Mal verwendet',
  'Unlink single sign-on from {name}?': 'Verknüpfung von Single Sign-on mit {name} lösen?',
  'At the next sign-in, {name} is recognized by the email address {email} again. Do this if the person has a new user at your identity provider.':
    'Bei der nächsten Anmeldung wird {name} wieder an der E-Mail-Adresse {email} erkannt. Das ist nötig, wenn die Person beim Identitätsanbieter einen neuen Benutzer hat.',
  Unlink: 'Verknüpfung lösen',
  'Members sign in at your company’s identity provider with OpenID Connect. You invite people as before.':
    'Mitglieder melden sich mit OpenID Connect beim Identitätsanbieter Ihres Unternehmens an. Personen laden Sie ein wie bisher.',
  'Test sign-in': 'Anmeldung testen',
  'Identity provider': 'Identitätsanbieter',
  'Last test that worked': 'Letzter erfolgreicher Test',
  'Members who use it': 'Mitglieder, die es verwenden',
  Required: 'Verpflichtend',
  'yes, except for admins': 'ja, außer für Admins',
  'Remove single sign-on?': 'Single Sign-on entfernen?',
  'This ends the sessions of members who signed in with it. They can then sign in with a passkey or password. Members without a password set one with “Forgot your password?”.':
    'Das beendet die Sitzungen der Mitglieder, die sich damit angemeldet haben. Danach können sie sich mit Passkey oder Passwort anmelden. Mitglieder ohne Passwort legen mit „Passwort vergessen?“ eines fest.',
  'Single sign-on removed.': 'Single Sign-on entfernt.',
  'At your identity provider': 'Bei Ihrem Identitätsanbieter',
  'Register Bestow as a web application with the authorization code flow and a client secret. Allow the scopes openid, email and profile.':
    'Registrieren Sie Bestow als Webanwendung mit Authorization Code Flow und Client-Secret. Erlauben Sie die Scopes openid, email und profile.',
  'Redirect URI': 'Redirect-URI',
  'Copy redirect URI': 'Redirect-URI kopieren',
  'In Bestow': 'In Bestow',
  'Saved. Now test the sign-in.': 'Gespeichert. Testen Sie jetzt die Anmeldung.',
  'Check and save': 'Prüfen und speichern',
  Issuer: 'Aussteller (Issuer)',
  'For example https://login.example.com/realms/company':
    'Zum Beispiel https://login.example.com/realms/company',
  'Client ID': 'Client-ID',
  'Leave it empty to keep the current one.': 'Leer lassen, um das aktuelle zu behalten.',
  'Require single sign-on': 'Single Sign-on verlangen',
  'Available after a successful test.': 'Nach einem erfolgreichen Test verfügbar.',
  'Members can then use no password and no passkey, and their other sessions end. Admins still can, so that a failure of the identity provider does not lock you out.':
    'Mitglieder können dann weder Passwort noch Passkey verwenden, und ihre anderen Sitzungen enden. Admins können es weiterhin, damit ein Ausfall des Identitätsanbieters Sie nicht aussperrt.',
  'single sign-on, {methods}': 'Single Sign-on, {methods}',
  'single sign-on': 'Single Sign-on',
  'Unlink single sign-on…': 'Verknüpfung mit Single Sign-on lösen …',
  '{actor} added a note about recipient {subject}':
    '{actor} hat eine Notiz zu Empfänger {subject} hinzugefügt',
  '{actor} allowed campaign emails again to recipient {subject}':
    '{actor} hat Kampagnen-E-Mails an Empfänger {subject} wieder erlaubt',
  '{actor} cancelled send {subject}': '{actor} hat die Versandaktion {subject} storniert',
  '{actor} deleted a note about recipient {subject}':
    '{actor} hat eine Notiz zu Empfänger {subject} gelöscht',
  '{actor} renamed one-link {subject}': '{actor} hat den One-Link {subject} umbenannt',
  '{actor} renamed send {subject}': '{actor} hat die Versandaktion {subject} umbenannt',
  '{actor} started send {subject}': '{actor} hat die Versandaktion {subject} gestartet',
  '{actor} stopped campaign emails to recipient {subject}':
    '{actor} hat Kampagnen-E-Mails an Empfänger {subject} gestoppt',
  'A long transaction keeps old rows alive. End it, or use PostgreSQL 15 or later.':
    'Eine lange Transaktion hält alte Zeilen fest. Beenden Sie sie, oder nutzen Sie PostgreSQL 15 oder neuer.',
  'API keys, OAuth clients, webhooks, request log':
    'API-Schlüssel, OAuth-Clients, Webhooks, Anfrageprotokoll',
  'Admins manage the account, senders send gifts, packers pack parcels, viewers see gifts without changing them, and developers connect systems. Every account has at least one admin.':
    'Admins verwalten das Konto, Absender senden Geschenke, Packer packen Pakete, Leser haben Lesezugriff, und Entwickler verbinden Systeme. Ein Konto hat immer einen Admin.',
  'All settings have their defaults.': 'Alle Einstellungen haben ihre Vorgaben.',
  Backups: 'Backups',
  'Carrier updates due': 'Fällige Sendungs\u00adabfragen',
  Carriers: 'Versanddienste',
  'Change email address': 'E-Mail-Adresse ändern',
  'Change your email address': 'E-Mail-Adresse ändern',
  'Rejected because of the sender': 'Wegen des Absenders abgelehnt',
  'Since|rejections': 'Seit',
  'Response of the mail server': 'Antwort des Mailservers',
  'Mail servers reject emails because of who sends them. Check block lists, SPF, DKIM, DMARC, the quota and the password. This ends when they accept emails again.':
    'Mailserver lehnen E-Mails wegen ihres Absenders ab. Prüfen Sie Sperrlisten, SPF, DKIM, DMARC, das Kontingent und das Passwort. Die Meldung endet, sobald die Server wieder E-Mails annehmen.',
  'Check the mail server. The service sends waiting emails again for more than a day.':
    'Prüfen Sie den Mailserver. Der Dienst versucht wartende E-Mails länger als einen Tag erneut zu senden.',
  Clock: 'Uhr',
  'Confirm {email}': '{email} bestätigen',
  Connections: 'Verbindungen',
  'Copied to partitions': 'In Partitionen kopiert',
  'Copy all links': 'Alle Links kopieren',
  'Copy the link of {email}': 'Link von {email} kopieren',
  Database: 'Datenbank',
  'does not answer': 'antwortet nicht',
  'answers with errors': 'antwortet mit Fehlern',
  'answers slowly': 'antwortet langsam',
  'has a limit per second': 'hat ein Limit pro Sekunde',
  'Deliveries that wait for their endpoint. Other endpoints are not delayed; ask the account to correct its endpoint.':
    'Zustellungen, die auf ihren Endpunkt warten. Andere Endpunkte sind nicht verzögert. Bitten Sie das Konto, seinen Endpunkt zu korrigieren.',
  'Endpoints with waiting deliveries': 'Endpunkte mit wartenden Zustellungen',
  'Cause|wait': 'Ursache',
  'Deliveries wait longer than usual. Start another worker, or look at the database.':
    'Zustellungen warten länger als sonst. Starten Sie einen weiteren Worker oder prüfen Sie die Datenbank.',
  Developer: 'Entwickler',
  Disk: 'Festplatte',
  'Email addresses': 'E-Mail-Adressen',
  'Email is not set up. Give these links to the people yourself.':
    'E-Mail ist nicht eingerichtet. Geben Sie diese Links selbst weiter.',
  'Emails are captured and not sent': 'E-Mails werden abgefangen und nicht gesendet',
  'Endpoints that cannot sign': 'Endpunkte ohne Signatur',
  'Failing endpoints': 'Ausgefallene Endpunkte',
  Failures: 'Fehler',
  'First attempts': 'Erste Versuche',
  Free: 'Frei',
  'Free space, or move the data to a larger disk. PostgreSQL stops without space.':
    'Schaffen Sie Platz oder ziehen Sie auf eine größere Festplatte um. Ohne Platz hält PostgreSQL an.',
  'Gifts due': 'Fällige Geschenke',
  'In flight': 'Unterwegs',
  Interval: 'Abstand',
  Invitations: 'Einladungen',
  'Invite people': 'Personen einladen',
  'Keep {email}': '{email} behalten',
  'Keys that send gifts or read recipients, in production':
    'Schlüssel, die Geschenke senden oder Empfänger lesen, in Produktion',
  'Labels due': 'Fällige Etiketten',
  'Last error': 'Letzter Fehler',
  'Last report': 'Letzte Meldung',
  'Last run': 'Letzter Lauf',
  'Last sent': 'Zuletzt gesendet',
  'Link sent to {email}.': 'Link an {email} gesendet.',
  'Links copied.': 'Links kopiert.',
  'Lists and reports use the primary until the replica is back.':
    'Listen und Berichte nutzen den Primärserver, bis das Replikat wieder da ist.',
  'Longest transaction': 'Längste Transaktion',
  Loop: 'Hintergrundaufgabe',
  Loops: 'Hintergrundaufgaben',
  'Mail server': 'Mailserver',
  'Make developer': 'Zum Entwickler machen',
  'Make viewer': 'Zum Leser machen',
  'Manual shipping': 'Manueller Versand',
  Memory: 'Arbeitsspeicher',
  Migrations: 'Migrationen',
  'Needs attention|system': 'Handlungsbedarf',
  Newest: 'Neueste',
  'Newest migration': 'Neueste Migration',
  'No mail server': 'Kein Mailserver',
  'No setting has this name.': 'Keine Einstellung heißt so.',
  'No worker reports. Deliveries, emails and timers wait until one starts.':
    'Kein Worker meldet sich. Zustellungen, E-Mails und Fristen warten, bis einer startet.',
  'Not working': 'Ausgefallen',
  'Oldest waits for': 'Älteste wartet seit',
  'One or a list, as from a spreadsheet: names are optional.':
    'Eine oder eine Liste, etwa aus einer Tabelle. Namen sind optional.',
  'Open the link in the email that we sent there. It expires {time}.':
    'Öffnen Sie den Link in der E-Mail, die wir dorthin geschickt haben. Er läuft {time} ab.',
  'Orders due': 'Fällige Bestellungen',
  'Other backups': 'Andere Backups',
  Parked: 'Zurückgestellt',
  Partitions: 'Partitionen',
  PostgreSQL: 'PostgreSQL',
  Processes: 'Prozesse',
  Queues: 'Warteschlangen',
  'Raise max_connections, or lower BESTOW_DATABASE_CONNECTIONS.':
    'Erhöhen Sie max_connections oder verringern Sie BESTOW_DATABASE_CONNECTIONS.',
  'Checked|system': 'Geprüft',
  'Read replica': 'Lesereplikat',
  Result: 'Ergebnis',
  'Retries due': 'Fällige Wieder\u00adholungen',
  Roles: 'Rollen',
  'Rows without a partition': 'Zeilen ohne Partition',
  'Run: npx bestow migrate, or start the version that fits the schema.':
    'Führen Sie npx bestow migrate aus oder starten Sie die Version, die zum Schema passt.',
  'Search settings': 'Einstellungen suchen',
  'See email addresses and links of recipients': 'E-Mail-Adressen und Links der Empfänger sehen',
  'See gifts, campaigns and catalogue': 'Geschenke, Kampagnen und Katalog ansehen',
  'Send invitations': 'Einladungen senden',
  'Send link': 'Link senden',
  'Sent by': 'Versand über',
  Service: 'Dienst',
  'Set BESTOW_SMTP_URL. Until then, all emails stay in the queue and none is lost.':
    'Setzen Sie BESTOW_SMTP_URL. Bis dahin bleiben alle E-Mails in der Warteschlange; keine geht verloren.',
  'Settings in effect': 'Wirksame Einstellungen',
  'Settings to check': 'Einstellungen prüfen',
  'Show defaults': 'Vorgaben anzeigen',
  Simulator: 'Simulator',
  Size: 'Größe',
  'Slow endpoints': 'Langsame Endpunkte',
  'Some loops are late. The log of the process has the cause.':
    'Einige Hintergrundaufgaben sind verspätet. Die Ursache steht im Log des Prozesses.',
  Source: 'Herkunft',
  Started: 'Gestartet',
  Table: 'Tabelle',
  'The key does not decrypt some signing secrets. Add the old key to BESTOW_SECRET_KEY, after the new one.':
    'Mit dem Schlüssel lassen sich einige Signatur-Secrets nicht entschlüsseln. Fügen Sie den alten Schlüssel in BESTOW_SECRET_KEY hinter dem neuen ein.',
  'The newest backup is older than two days. Run: npx bestow backup':
    'Das neueste Backup ist älter als zwei Tage. Führen Sie npx bestow backup aus.',
  'The server cannot archive its WAL. Its log has the cause.':
    'Der Server kann sein WAL nicht archivieren. Die Ursache steht in seinem Log.',
  'The settings of the process that served this page. Secrets are not shown.':
    'Die Einstellungen des Prozesses, der diese Seite geliefert hat. Geheimnisse werden nicht angezeigt.',
  'The state of this installation. Only its operators see this page.':
    'Der Zustand dieser Installation. Nur ihre Betreiber sehen diese Seite.',
  'This part cannot be read. The log of the service has the cause.':
    'Dieser Teil lässt sich nicht lesen. Die Ursache steht im Log des Dienstes.',
  'This process has not reported for a while. It may have crashed, or lost the database.':
    'Dieser Prozess meldet sich seit einiger Zeit nicht. Er ist abgestürzt oder hat die Datenbank verloren.',
  'This process runs another version than the process that served this page.':
    'Dieser Prozess läuft mit einer anderen Version als der, der diese Seite geliefert hat.',
  URL: 'URL',
  Version: 'Version',
  Viewer: 'Leser',
  'WAL archive': 'WAL-Archiv',
  'Waiting for a retry': 'Warten auf einen neuen Versuch',
  'Waiting|emails': 'Wartend',
  'Warehouse with an API': 'Lager mit API',
  Working: 'Funktioniert',
  'You sign in with it once you have opened the link in the email.':
    'Sie melden sich damit an, sobald Sie den Link in der E-Mail geöffnet haben.',
  'in sync with the database': 'wie die Datenbank',
  available: 'verfügbar',
  'behind this version': 'älter als diese Version',
  default: 'Vorgabe',
  hidden: 'verborgen',
  'in time': 'pünktlich',
  invited: 'eingeladen',
  late: 'verspätet',
  'none|deliveries': 'keine',
  'none|error': 'keiner',
  'not available': 'nicht verfügbar',
  'not configured': 'nicht eingerichtet',
  'not known to the service': 'dem Dienst nicht bekannt',
  'not set': 'nicht gesetzt',
  'not usable with this version': 'mit dieser Version nicht nutzbar',
  'nothing due': 'nichts fällig',
  'no|rows': 'nein',
  'set by you': 'von Ihnen gesetzt',
  'up to date': 'aktuell',
  '{actor} asked for a new email address of {subject}':
    '{actor} hat eine neue E-Mail-Adresse für {subject} beantragt',
  '{actor} cancelled the new email address of {subject}':
    '{actor} hat die neue E-Mail-Adresse von {subject} verworfen',
  '{actor} changed the email address of {subject}':
    '{actor} hat die E-Mail-Adresse von {subject} geändert',
  '{actor} ended that {subject} is an operator':
    '{actor} hat {subject} die Rolle als Betreiber entzogen',
  '{actor} made {subject} an operator': '{actor} hat {subject} zum Betreiber gemacht',
  '{actor} {action} {subject}': '{actor}: {action} {subject}',
  '{actor} accepted the invitation': '{actor} hat die Einladung angenommen',
  '{actor} accepted the invitation as {subject}':
    '{actor} hat die Einladung als {subject} angenommen',
  '{actor} added a passkey': '{actor} hat einen Passkey hinzugefügt',
  '{actor} added a passkey for {subject}': '{actor} hat einen Passkey für {subject} hinzugefügt',
  '{actor} added addresses or domains to the deny list for {subject}':
    '{actor} hat Adressen oder Domains zur Sperrliste für {subject} hinzugefügt',
  '{actor} added chat alerts to {subject}': '{actor} hat Chat-Meldungen an {subject} hinzugefügt',
  '{actor} added sample products and campaigns to {subject}':
    '{actor} hat Beispielprodukte und -kampagnen zu {subject} hinzugefügt',
  '{actor} added warehouse {subject}': '{actor} hat das Lager {subject} hinzugefügt',
  '{actor} added webhook endpoint {subject}':
    '{actor} hat den Webhook-Endpunkt {subject} hinzugefügt',
  '{actor} adjusted the stock of {subject}': '{actor} hat den Bestand von {subject} angepasst',
  '{actor} advanced the clock of {subject}': '{actor} hat die Uhr von {subject} vorgestellt',
  '{actor} allowed emails again to recipient {subject}':
    '{actor} hat E-Mails an den Empfänger {subject} wieder erlaubt',
  '{actor} answered a problem report of gift {subject}':
    '{actor} hat eine Problemmeldung zum Geschenk {subject} beantwortet',
  '{actor} approved claims of one-link {subject}':
    '{actor} hat Anforderungen des One-Links {subject} freigegeben',
  '{actor} archived campaign {subject}': '{actor} hat die Kampagne {subject} archiviert',
  '{actor} archived warehouse {subject}': '{actor} hat das Lager {subject} archiviert',
  '{actor} bought the label of parcel {subject}':
    '{actor} hat das Versandetikett des Pakets {subject} gekauft',
  '{actor} called a tool as agent {subject}':
    '{actor} hat als Agent {subject} ein Werkzeug aufgerufen',
  '{actor} cancelled gift {subject}': '{actor} hat das Geschenk {subject} storniert',
  '{actor} changed campaign {subject}': '{actor} hat die Kampagne {subject} geändert',
  '{actor} changed chat alerts to {subject}':
    '{actor} hat die Chat-Meldungen an {subject} geändert',
  '{actor} changed gift {subject}': '{actor} hat das Geschenk {subject} geändert',
  '{actor} changed product {subject}': '{actor} hat das Produkt {subject} geändert',
  '{actor} changed the card of gift {subject}':
    '{actor} hat die Karte des Geschenks {subject} geändert',
  '{actor} changed the contents of {subject}': '{actor} hat den Inhalt von {subject} geändert',
  '{actor} changed the daily email of {subject}':
    '{actor} hat die tägliche E-Mail von {subject} geändert',
  '{actor} changed the daily limit of app {subject}':
    '{actor} hat das Tageslimit der App {subject} geändert',
  '{actor} changed the default for {subject}': '{actor} hat die Vorgabe für {subject} geändert',
  '{actor} changed the password of {subject}': '{actor} hat das Passwort von {subject} geändert',
  '{actor} changed the permissions of API key {subject}':
    '{actor} hat die Berechtigungen des API-Schlüssels {subject} geändert',
  '{actor} changed the permissions of OAuth client {subject}':
    '{actor} hat die Berechtigungen des OAuth-Clients {subject} geändert',
  '{actor} changed the role of {subject}': '{actor} hat die Rolle von {subject} geändert',
  '{actor} changed the settings of {subject}':
    '{actor} hat die Einstellungen von {subject} geändert',
  '{actor} changed the settings of one-link {subject}':
    '{actor} hat die Einstellungen des One-Links {subject} geändert',
  '{actor} changed their daily email': '{actor} hat die eigene tägliche E-Mail geändert',
  '{actor} changed their password': '{actor} hat das eigene Passwort geändert',
  '{actor} changed warehouse {subject}': '{actor} hat das Lager {subject} geändert',
  '{actor} changed webhook endpoint {subject}':
    '{actor} hat den Webhook-Endpunkt {subject} geändert',
  '{actor} closed a problem report of gift {subject}':
    '{actor} hat eine Problemmeldung zum Geschenk {subject} geschlossen',
  '{actor} closed one-link {subject}': '{actor} hat den One-Link {subject} geschlossen',
  '{actor} connected app {subject}': '{actor} hat die App {subject} verbunden',
  '{actor} copied the invitation link of {subject}':
    '{actor} hat den Einladungslink von {subject} kopiert',
  '{actor} corrected the email address of gift {subject}':
    '{actor} hat die E-Mail-Adresse des Geschenks {subject} korrigiert',
  '{actor} corrected the email address of recipient {subject}':
    '{actor} hat die E-Mail-Adresse des Empfängers {subject} korrigiert',
  '{actor} corrected the shipping address of gift {subject}':
    '{actor} hat die Lieferadresse des Geschenks {subject} korrigiert',
  '{actor} counted the stock of {subject}': '{actor} hat den Bestand von {subject} gezählt',
  '{actor} created API key {subject}': '{actor} hat den API-Schlüssel {subject} erstellt',
  '{actor} created campaign {subject}': '{actor} hat die Kampagne {subject} erstellt',
  '{actor} created OAuth client {subject}': '{actor} hat den OAuth-Client {subject} erstellt',
  '{actor} created one-link {subject}': '{actor} hat den One-Link {subject} erstellt',
  '{actor} created product {subject}': '{actor} hat das Produkt {subject} erstellt',
  '{actor} created sample gift {subject}': '{actor} hat das Beispielgeschenk {subject} erstellt',
  '{actor} deleted webhook endpoint {subject}':
    '{actor} hat den Webhook-Endpunkt {subject} gelöscht',
  '{actor} disabled webhook endpoint {subject}':
    '{actor} hat den Webhook-Endpunkt {subject} deaktiviert',
  '{actor} disconnected app {subject}': '{actor} hat die App {subject} getrennt',
  '{actor} enabled webhook endpoint {subject}':
    '{actor} hat den Webhook-Endpunkt {subject} aktiviert',
  '{actor} entered the tracking number of a parcel of gift {subject}':
    '{actor} hat die Sendungsnummer eines Pakets des Geschenks {subject} eingetragen',
  '{actor} erased the personal data of {subject}':
    '{actor} hat die personenbezogenen Daten von {subject} gelöscht',
  '{actor} exported the personal data of {subject}':
    '{actor} hat die personenbezogenen Daten von {subject} exportiert',
  '{actor} extended gift {subject}': '{actor} hat das Geschenk {subject} verlängert',
  '{actor} generated new backup codes': '{actor} hat neue Backup-Codes erstellt',
  '{actor} generated new backup codes for {subject}':
    '{actor} hat neue Backup-Codes für {subject} erstellt',
  '{actor} handed over parcel {subject}': '{actor} hat das Paket {subject} übergeben',
  '{actor} imported a catalogue file into {subject}':
    '{actor} hat eine Katalogdatei in {subject} importiert',
  '{actor} imported codes of {subject}': '{actor} hat Codes von {subject} importiert',
  '{actor} imported the tracking number of a parcel of gift {subject}':
    '{actor} hat die Sendungsnummer eines Pakets des Geschenks {subject} importiert',
  '{actor} invited {subject}': '{actor} hat {subject} eingeladen',
  '{actor} marked as not packed parcel {subject}':
    '{actor} hat das Paket {subject} als nicht gepackt markiert',
  '{actor} marked as paid the donations to {subject}':
    '{actor} hat die Spenden an {subject} als bezahlt markiert',
  '{actor} marked as unpaid the donations to {subject}':
    '{actor} hat die Spenden an {subject} als unbezahlt markiert',
  '{actor} packed parcel {subject}': '{actor} hat das Paket {subject} gepackt',
  '{actor} printed the address label of parcel {subject}':
    '{actor} hat das Adressetikett des Pakets {subject} gedruckt',
  '{actor} printed the carrier’s label of parcel {subject}':
    '{actor} hat das Etikett des Paketdienstes für das Paket {subject} gedruckt',
  '{actor} printed the packing slip of parcel {subject}':
    '{actor} hat den Lieferschein des Pakets {subject} gedruckt',
  '{actor} put items back into stock from a parcel of gift {subject}':
    '{actor} hat Artikel aus einem Paket des Geschenks {subject} in den Bestand zurückgelegt',
  '{actor} recorded the progress of a parcel of gift {subject}':
    '{actor} hat den Fortschritt eines Pakets des Geschenks {subject} erfasst',
  '{actor} rejected claims of one-link {subject}':
    '{actor} hat Anforderungen des One-Links {subject} abgelehnt',
  '{actor} removed {subject}': '{actor} hat {subject} entfernt',
  '{actor} removed a passkey': '{actor} hat einen Passkey entfernt',
  '{actor} removed a passkey of {subject}': '{actor} hat einen Passkey von {subject} entfernt',
  '{actor} removed an entry from the deny list for {subject}':
    '{actor} hat einen Eintrag von der Sperrliste für {subject} entfernt',
  '{actor} removed chat alerts to {subject}':
    '{actor} hat die Chat-Meldungen an {subject} entfernt',
  '{actor} renamed warehouse {subject}': '{actor} hat das Lager {subject} umbenannt',
  '{actor} replaced the code of gift {subject}':
    '{actor} hat den Code des Geschenks {subject} ersetzt',
  '{actor} replaced the link of gift {subject}':
    '{actor} hat den Link des Geschenks {subject} ersetzt',
  '{actor} reported a damaged item of parcel {subject}':
    '{actor} hat einen beschädigten Artikel beim Paket {subject} gemeldet',
  '{actor} reported an item out of stock of parcel {subject}':
    '{actor} hat einen fehlenden Artikel beim Paket {subject} gemeldet',
  '{actor} reported an unusable address of parcel {subject}':
    '{actor} hat eine unbrauchbare Adresse beim Paket {subject} gemeldet',
  '{actor} resent an email of gift {subject}':
    '{actor} hat eine E-Mail zum Geschenk {subject} erneut gesendet',
  '{actor} resent delivery {subject}': '{actor} hat die Zustellung {subject} erneut gesendet',
  '{actor} resent failed deliveries of webhook endpoint {subject}':
    '{actor} hat fehlgeschlagene Zustellungen des Webhook-Endpunkts {subject} erneut gesendet',
  '{actor} resent the invitation to {subject}':
    '{actor} hat die Einladung an {subject} erneut gesendet',
  '{actor} reset the password of {subject}': '{actor} hat das Passwort von {subject} zurückgesetzt',
  '{actor} reset their password': '{actor} hat das eigene Passwort zurückgesetzt',
  '{actor} reshipped a parcel of gift {subject}':
    '{actor} hat ein Paket des Geschenks {subject} erneut versendet',
  '{actor} restored campaign {subject}': '{actor} hat die Kampagne {subject} wiederhergestellt',
  '{actor} retried the waiting deliveries of webhook endpoint {subject}':
    '{actor} hat die wartenden Zustellungen des Webhook-Endpunkts {subject} wiederholt',
  '{actor} revoked a code of {subject}': '{actor} hat einen Code von {subject} widerrufen',
  '{actor} revoked API key {subject}': '{actor} hat den API-Schlüssel {subject} widerrufen',
  '{actor} revoked OAuth client {subject}': '{actor} hat den OAuth-Client {subject} widerrufen',
  '{actor} revoked the apps of {subject}':
    '{actor} hat den Zugriff der Apps von {subject} widerrufen',
  '{actor} revoked the invitation of {subject}':
    '{actor} hat die Einladung von {subject} widerrufen',
  '{actor} revoked the tokens of OAuth client {subject}':
    '{actor} hat die Tokens des OAuth-Clients {subject} widerrufen',
  '{actor} rotated the Ed25519 key of webhook endpoint {subject}':
    '{actor} hat den Ed25519-Schlüssel des Webhook-Endpunkts {subject} rotiert',
  '{actor} rotated the secret of OAuth client {subject}':
    '{actor} hat das Secret des OAuth-Clients {subject} rotiert',
  '{actor} rotated the secret of webhook endpoint {subject}':
    '{actor} hat das Secret des Webhook-Endpunkts {subject} rotiert',
  '{actor} sent a reminder for gift {subject}':
    '{actor} hat eine Erinnerung zum Geschenk {subject} gesendet',
  '{actor} sent a replacement after a problem report of gift {subject}':
    '{actor} hat nach einer Problemmeldung zum Geschenk {subject} Ersatz gesendet',
  '{actor} sent a replacement of gift {subject}':
    '{actor} hat Ersatz für das Geschenk {subject} gesendet',
  '{actor} sent a test event to webhook endpoint {subject}':
    '{actor} hat ein Test-Event an den Webhook-Endpunkt {subject} gesendet',
  '{actor} sent a test message to {subject}':
    '{actor} hat eine Testnachricht an {subject} gesendet',
  '{actor} sent gift {subject}': '{actor} hat das Geschenk {subject} gesendet',
  '{actor} set up account {subject}': '{actor} hat das Konto {subject} eingerichtet',
  '{actor} signed in': '{actor} hat sich angemeldet',
  '{actor} signed in as {subject}': '{actor} hat sich als {subject} angemeldet',
  '{actor} signed out other sessions of {subject}':
    '{actor} hat andere Sitzungen von {subject} abgemeldet',
  '{actor} signed out their other sessions': '{actor} hat die eigenen anderen Sitzungen abgemeldet',
  '{actor} simulated a carrier update of parcel {subject}':
    '{actor} hat eine Meldung des Paketdienstes für das Paket {subject} simuliert',
  '{actor} simulated the progress of gift {subject}':
    '{actor} hat den Fortschritt des Geschenks {subject} simuliert',
  '{actor} transferred the admin role to {subject}':
    '{actor} hat die Admin-Rolle an {subject} übertragen',
  '{actor} turned off the authenticator app of {subject}':
    '{actor} hat die Authenticator-App von {subject} ausgeschaltet',
  '{actor} turned off their authenticator app':
    '{actor} hat die eigene Authenticator-App ausgeschaltet',
  '{actor} turned on the authenticator app of {subject}':
    '{actor} hat die Authenticator-App von {subject} eingeschaltet',
  '{actor} turned on their authenticator app':
    '{actor} hat die eigene Authenticator-App eingeschaltet',
  '{actor} uploaded a photo or video for a card {subject}':
    '{actor} hat ein Foto oder Video für eine Karte hochgeladen: {subject}',
  '{actor} uploaded the file of {subject}': '{actor} hat die Datei von {subject} hochgeladen',
  '{actor} viewed the address of parcel {subject}':
    '{actor} hat die Adresse des Pakets {subject} angesehen',
  '{actor} viewed the shipping address of gift {subject}':
    '{actor} hat die Lieferadresse des Geschenks {subject} angesehen',
  '{app} disconnected.': '{app} getrennt.',
  '{browser} on {system}': '{browser} unter {system}',
  '{carrier}, the default': '{carrier}, Vorgabe',
  '{chosen} of {total} kinds': '{chosen} von {total} Arten',
  '{count} apps have lost access.': {
    one: '{count} App hat den Zugriff verloren.',
    other: '{count} Apps haben den Zugriff verloren.',
  },
  '{count} entries added.': {
    one: '{count} Eintrag hinzugefügt.',
    other: '{count} Einträge hinzugefügt.',
  },
  '{count} gifts a day': { one: '{count} Geschenk pro Tag', other: '{count} Geschenke pro Tag' },
  '{count} invitations sent.': {
    one: '{count} Einladung gesendet.',
    other: '{count} Einladungen gesendet.',
  },
  '{count} loops, all on time': {
    one: '{count} Hintergrundaufgabe, pünktlich',
    other: '{count} Hintergrundaufgaben, alle pünktlich',
  },
  '{count} of 10 backup codes left': 'Noch {count} von 10 Backup-Codes übrig',
  '{count} passkeys, {methods}': {
    one: 'Passkey, {methods}',
    other: '{count} Passkeys, {methods}',
  },
  '{count} people': { one: '{count} Person', other: '{count} Personen' },
  '{count}, the oldest is {age} old': '{count}, die älteste ist {age} alt',
  '{count}, {state}': '{count}, {state}',
  '{delivered} delivered, {failed} failed attempts, {in_flight} in flight':
    '{delivered} zugestellt, {failed} fehlgeschlagene Versuche, {in_flight} unterwegs',
  '{duration} ahead of the database': '{duration} vor der Datenbank',
  '{duration} behind the database': '{duration} hinter der Datenbank',
  '{entry} removed from the deny list.': '{entry} von der Sperrliste entfernt.',
  '{host}, process {pid}': '{host}, Prozess {pid}',
  '{late} of {count} loops are late': '{late} von {count} Hintergrundaufgaben sind verspätet',
  '{name} becomes an admin, and you a sender. Only an admin can give the role back to you.':
    '{name} wird Admin, und Sie werden Absender. Nur ein Admin kann Ihnen die Rolle zurückgeben.',
  '{name} is {role} now.': '{name} ist jetzt {role}.',
  'A former member': 'Ein ehemaliges Mitglied',
  'A new invitation link is being sent to {email}.':
    'Ein neuer Einladungslink wird an {email} gesendet.',
  'A recipient’s address is erased this many days after delivery. The gift, its items and its history are preserved.':
    'Die Adresse eines Empfängers wird so viele Tage nach der Lieferung gelöscht. Das Geschenk, seine Artikel und sein Verlauf bleiben erhalten.',
  'Account ID': 'Konto-ID',
  'Account name': 'Kontoname',
  Action: 'Aktion',
  'Actions for {app}': 'Aktionen für {app}',
  'Add a chat': 'Chat hinzufügen',
  'Add a passkey': 'Passkey hinzufügen',
  'Add a second factor to protect your account.':
    'Schützen Sie Ihr Konto mit einem zweiten Faktor.',
  'Add chat': 'Chat hinzufügen',
  'Add to the deny list': 'Zur Sperrliste hinzufügen',
  Added: 'Hinzugefügt',
  'Added {added}, used {used}': 'Hinzugefügt: {added}, verwendet: {used}',
  'Added after the giver’s name. Leave empty to use only theirs.':
    'Wird hinter dem Namen der schenkenden Person ergänzt. Leer lassen, um nur deren Namen zu verwenden.',
  'Added. Send a test to see it in the chat.':
    'Hinzugefügt. Senden Sie einen Test, um ihn im Chat zu sehen.',
  Address: 'Adresse',
  Addresses: 'Adressen',
  'Addresses and domains': 'Adressen und Domains',
  'Addresses are used for delivery only.': 'Adressen werden nur für die Lieferung verwendet.',
  Admin: 'Admin',
  'After your password, sign in with a six-digit code from your phone.':
    'Melden Sie sich nach dem Passwort zusätzlich mit einem sechsstelligen Code von Ihrem Telefon an.',
  Agent: 'Agent',
  'Allowed by': 'Erlaubt von',
  'Also applies to one-links created through the API.':
    'Auch für One-Links, die über die API erstellt werden.',
  'An installed app ({protocol})': 'Eine installierte App ({protocol})',
  'API key': 'API-Schlüssel',
  Apps: 'Apps',
  'Apps and assistants that an admin allowed to act for this account. Access lasts until you disconnect it, even if the admin leaves.':
    'Apps und Assistenten, denen ein Admin erlaubt hat, für dieses Konto zu handeln. Der Zugriff gilt, bis Sie die App trennen, auch wenn der Admin ausscheidet.',
  Area: 'Bereich',
  'As each campaign': 'Wie die jeweilige Kampagne',
  'As usual in each language': 'Wie in der Sprache üblich',
  'At most one a day, and only if there is a new problem with a gift that you sent.':
    'Höchstens eine pro Tag, und nur wenn ein von Ihnen gesendetes Geschenk neu ins Stocken gerät.',
  'Authenticator app': 'Authenticator-App',
  'Authenticator app turned off.': 'Authenticator-App ausgeschaltet.',
  'Backup codes': 'Backup-Codes',
  'Bestow encrypts it and never shows it again.':
    'Wird von Bestow verschlüsselt und nie wieder angezeigt.',
  Browser: 'Browser',
  'Can send': 'Darf senden',
  'Change campaigns, catalogue and stock': 'Kampagnen, Katalog und Bestand ändern',
  'Change daily limit…': 'Tageslimit ändern …',
  'Changing it signs out all your other sessions.':
    'Bei einer Änderung werden alle Ihre anderen Sitzungen abgemeldet.',
  Chat: 'Chat',
  Chats: 'Chats',
  'Choose at least one kind.': 'Wählen Sie mindestens eine Art.',
  'Code from the app': 'Code aus der App',
  Connected: 'Verbunden',
  Continue: 'Weiter',
  'Copy account ID': 'Konto-ID kopieren',
  'Copy invitation link': 'Einladungslink kopieren',
  'Copy secret': 'Secret kopieren',
  'Current password': 'Aktuelles Passwort',
  'Daily email about gifts that need attention':
    'Tägliche E-Mail zu Geschenken mit Handlungsbedarf',
  'Daily limit of {app}': 'Tageslimit von {app}',
  'Daily limit saved.': 'Tageslimit gespeichert.',
  'Data requests': 'Datenschutzanfragen',
  'Days until an address is erased': 'Tage bis zum Löschen der Adresse',
  'Deny list': 'Sperrliste',
  'Devices where you are signed in. A session ends after a day without use, and after two weeks at most.':
    'Geräte, auf denen Sie angemeldet sind. Eine Sitzung endet nach einem Tag ohne Nutzung und spätestens nach zwei Wochen.',
  Disconnect: 'Trennen',
  'Disconnect {app}?': '{app} trennen?',
  'Disconnect…': 'Trennen …',
  Domain: 'Domain',
  'Download all data about a person, or erase it. Each request is recorded in the audit log.':
    'Laden Sie alle Daten zu einer Person herunter oder löschen Sie sie. Jede Anfrage wird im Audit-Protokoll festgehalten.',
  'Each code works once if you don’t have your phone. Print them, or store them in a password manager.':
    'Jeder Code gilt einmal, wenn Sie Ihr Telefon nicht zur Hand haben. Drucken Sie sie aus oder speichern Sie sie in einem Passwortmanager.',
  'Each time with a preview first.': 'Jedes Mal mit einer Vorschau vorab.',
  Enterprise: 'Enterprise',
  Entry: 'Eintrag',
  Everything: 'Alles',
  'Export or erase a person’s data…': 'Daten einer Person exportieren oder löschen …',
  'For the pages and emails of recipients.': 'Für die Seiten und E-Mails der Empfänger.',
  'For your team, for example #gifts.': 'Für Ihr Team, zum Beispiel #geschenke.',
  Format: 'Format',
  'Generate new codes': 'Neue Codes erstellen',
  'Gifts in 24 hours': 'Geschenke in 24 Stunden',
  'Gifts of all assistants of the account count.':
    'Die Geschenke aller Assistenten des Kontos zählen mit.',
  'An app appears here after an admin has allowed it.':
    'Eine App erscheint hier, sobald ein Admin sie zugelassen hat.',
  'Connect an assistant': 'Assistenten verbinden',
  'Copy for {app}': 'Für {app} kopieren',
  'MCP is on. Give an assistant this address. It opens a page where you sign in and decide what it may do.':
    'MCP ist eingeschaltet. Geben Sie einem Assistenten diese Adresse. Er öffnet eine Seite, auf der Sie sich anmelden und festlegen, was er darf.',
  'MCP is off. The operator of this installation turns it on with BESTOW_MCP=true.':
    'MCP ist ausgeschaltet. Wer diese Installation betreibt, schaltet es mit BESTOW_MCP=true ein.',
  'Invitation for {email} saved. It will be sent when email is set up.':
    'Einladung für {email} gespeichert. Sie wird gesendet, sobald E-Mail eingerichtet ist.',
  'Invitation link': 'Einladungslink',
  'Invitation links expire after a week.': 'Einladungslinks laufen nach einer Woche ab.',
  Invited: 'Eingeladen',
  'Invited by {name}; expires {time}': 'Eingeladen von {name}; läuft {time} ab',
  'IP address': 'IP-Adresse',
  'It loses access at once. To use it again, an admin has to allow it again.':
    'Die App verliert sofort den Zugriff. Um sie wieder zu nutzen, muss ein Admin sie erneut erlauben.',
  'Language of the catalogue': 'Sprache des Katalogs',
  Languages: 'Sprachen',
  'Last message': 'Letzte Nachricht',
  'Last seen': 'Zuletzt aktiv',
  'Make admin': 'Zum Admin machen',
  'Make packer': 'Zum Packer machen',
  'Make sender': 'Zum Absender machen',
  'May send, change and cancel gifts': 'Darf Geschenke senden, ändern und stornieren',
  'More actions for {name}': 'Weitere Aktionen für {name}',
  'New backup codes': 'Neue Backup-Codes',
  'New one-links': 'Neue One-Links',
  'New problems that need attention appear in a chat: at most one message every three minutes, with references and links, and without names or addresses.':
    'Neuer Handlungsbedarf erscheint in einem Chat: höchstens eine Nachricht alle drei Minuten, mit Referenzen und Links, ohne Namen und Adressen.',
  no: 'nein',
  'No chat receives alerts yet.': 'Noch kein Chat erhält Meldungen.',
  'No connected apps': 'Keine verbundenen Apps',
  'No entries yet': 'Noch keine Einträge',
  'No passkeys yet.': 'Noch keine Passkeys.',
  'No sessions': 'Keine Sitzungen',
  'No users': 'Keine Benutzer',
  'none|apps': 'keine',
  'none|value': 'keine',
  Nothing: 'Nichts',
  'OAuth apps that {name} has allowed lose their access to this account at once. {name} can allow them again.':
    'OAuth-Apps, die {name} erlaubt hat, verlieren sofort den Zugriff auf dieses Konto. {name} kann sie erneut erlauben.',
  'OAuth client': 'OAuth-Client',
  'Object ID': 'Objekt-ID',
  'Object ID: {id}': 'Objekt-ID: {id}',
  off: 'aus',
  on: 'ein',
  'On a computer': 'Auf einem Computer',
  'On demand': 'On demand',
  'One company, in one region and stage.': 'Ein Unternehmen, in einer Region und einer Umgebung.',
  'One per line, for example ada@example.com or example.com':
    'Eine pro Zeile, zum Beispiel ada@example.com oder example.com',
  Operator: 'Betreiber',
  'Or enter this secret in the app: {secret}':
    'Oder geben Sie dieses Secret in der App ein: {secret}',
  'Otherwise, the apps keep their access to this account.':
    'Andernfalls behalten die Apps den Zugriff auf dieses Konto.',
  'Over the API': 'Über die API',
  'Pack parcels, see the address of a parcel while packing it':
    'Pakete packen und dabei die Adresse des Pakets sehen',
  Packer: 'Packer',
  Parcel: 'Paket',
  Passkey: 'Passkey',
  'Passkey added. Use it the next time you sign in.':
    'Passkey hinzugefügt. Verwenden Sie ihn bei der nächsten Anmeldung.',
  Passkeys: 'Passkeys',
  password: 'Passwort',
  'password and code': 'Passwort und Code',
  'Password and code': 'Passwort und Code',
  'Password changed. Other sessions are signed out.':
    'Passwort geändert. Andere Sitzungen sind abgemeldet.',
  'People, branding, privacy, audit log': 'Personen, Branding, Datenschutz, Audit-Protokoll',
  Permission: 'Berechtigung',
  Person: 'Person',
  'Personal data': 'Personenbezogene Daten',
  'Pick a colour from the screen': 'Farbe vom Bildschirm aufnehmen',
  'QR code for an authenticator app': 'QR-Code für eine Authenticator-App',
  Receives: 'Erhält',
  'Recommended. Without it, invented addresses can take all gifts of a one-link.':
    'Empfohlen. Sonst können erfundene Adressen alle Geschenke eines One-Links beanspruchen.',
  Region: 'Region',
  'Remove {entry}': '{entry} entfernen',
  'Remove {name}?': '{name} entfernen?',
  Resume: 'Fortsetzen',
  'Revoke access': 'Zugriff widerrufen',
  'Revoke access of {count} apps…': {
    one: 'Zugriff von {count} App widerrufen …',
    other: 'Zugriff von {count} Apps widerrufen …',
  },
  'Revoke the access of {count} apps that {name} has allowed': {
    one: 'Zugriff von {count} App widerrufen, die {name} erlaubt hat',
    other: 'Zugriff von {count} Apps widerrufen, die {name} erlaubt hat',
  },
  'Revoke the access of {count} apps?': {
    one: 'Zugriff von {count} App widerrufen?',
    other: 'Zugriff von {count} Apps widerrufen?',
  },
  Role: 'Rolle',
  'Role permissions': 'Berechtigungen der Rollen',
  'Rules for all one-links. Each one-link also has rules of its own.':
    'Regeln für alle One-Links. Jeder One-Link hat auch eigene Regeln.',
  'Scan the QR code and enter the code': 'QR-Code scannen und Code eingeben',
  'See any recipient’s address, after giving a reason':
    'Adressen aller Empfänger sehen, nach Angabe eines Grundes',
  'Send a test to {name}': 'Test an {name} senden',
  'Send gifts, see and cancel them': 'Geschenke senden, ansehen und stornieren',
  'Send test': 'Test senden',
  'Sender name (optional)': 'Absendername (optional)',
  'Set up an authenticator app': 'Authenticator-App einrichten',
  Setup: 'Einrichtung',
  'Sign in with fingerprint, face or device PIN instead of password and code. Passkeys are phishing-resistant.':
    'Melden Sie sich mit Fingerabdruck, Gesicht oder Geräte-PIN statt mit Passwort und Code an. Passkeys schützen vor Phishing.',
  'Sign out {device}': '{device} abmelden',
  'Sign-in': 'Anmeldung',
  'Sign-ins, invitations, new keys and every other change appear here.':
    'Anmeldungen, Einladungen, neue Schlüssel und alle anderen Änderungen erscheinen hier.',
  'Signed in': 'Angemeldet',
  'Signed out {count} other sessions.': {
    one: '{count} andere Sitzung abgemeldet.',
    other: '{count} andere Sitzungen abgemeldet.',
  },
  'Signs in with': 'Anmeldung mit',
  Stage: 'Umgebung',
  Stock: 'Bestand',
  synced: 'synchronisiert',
  'System|actor': 'System',
  'The chat could not be reached ({error}).': 'Der Chat war nicht erreichbar ({error}).',
  'The chat responded with the status {status}.':
    'Der Chat hat mit dem Status {status} geantwortet.',
  'The daily email is off.': 'Die tägliche E-Mail ist ausgeschaltet.',
  'The daily email is on.': 'Die tägliche E-Mail ist eingeschaltet.',
  'The language in which names and descriptions are originally written.':
    'Die Sprache der Namen und Beschreibungen, die keine Übersetzungen sind.',
  'The list is empty.': 'Die Liste ist leer.',
  'The old codes become invalid.': 'Die alten Codes werden ungültig.',
  'The test message is on its way.': 'Die Testnachricht ist unterwegs.',
  themselves: 'sich selbst',
  'These addresses and domains can’t claim from any one-link. Variants of one mailbox, such as ada+gift@example.com, count as one. Gifts that are already claimed are not affected.':
    'Diese Adressen und Domains können bei keinem One-Link etwas anfordern. Varianten eines Postfachs wie ada+gift@example.com zählen als eines. Bereits angeforderte Geschenke sind nicht betroffen.',
  'These entries were already on the list.': 'Diese Einträge standen bereits auf der Liste.',
  'They are signed out at once and can’t sign in again unless you invite them. Gifts they sent keep their name.':
    'Die Person wird sofort abgemeldet und kann sich erst nach einer neuen Einladung wieder anmelden. Von ihr gesendete Geschenke behalten ihren Namen.',
  'this device': 'dieses Gerät',
  'This link replaces the one sent to {email} before.':
    'Dieser Link ersetzt den zuvor an {email} gesendeten.',
  'this session': 'diese Sitzung',
  Tier: 'Tarif',
  transfer: 'übertragen',
  Transfer: 'Übertragen',
  'Transfer admin role to {name}': 'Admin-Rolle an {name} übertragen',
  'Transfer your admin role to {name}?': 'Ihre Admin-Rolle an {name} übertragen?',
  'Turn off': 'Ausschalten',
  'Turn off the authenticator app': 'Authenticator-App ausschalten',
  'Turn on': 'Einschalten',
  'Unknown browser': 'Unbekannter Browser',
  'Upload a logo': 'Logo hochladen',
  'Upload a picture, or enter its https:// URL. The URL is checked when you save.':
    'Laden Sie ein Bild hoch oder geben Sie seine https://-URL ein. Die URL wird beim Speichern geprüft.',
  'URL of the incoming webhook': 'URL des eingehenden Webhooks',
  'Used in emails and recipients’ pages unless a campaign has its own colour or logo.':
    'Wird in E-Mails und auf den Seiten der Empfänger verwendet, sofern eine Kampagne keine eigene Farbe oder kein eigenes Logo hat.',
  User: 'Benutzer',
  'User ID': 'Benutzer-ID',
  Users: 'Benutzer',
  Variant: 'Variante',
  Warehouse: 'Lager',
  'Webhook endpoint': 'Webhook-Endpunkt',
  'What to report': 'Was gemeldet wird',
  'Where to find it': 'Wo Sie sie finden',
  'Who changed what, when, and from where. Entries can’t be changed or removed.':
    'Wer was wann und von wo geändert hat. Einträge können nicht geändert oder entfernt werden.',
  'Works with Slack, with Teams, and with chats that accept messages in Slack’s format, such as Mattermost.':
    'Funktioniert mit Slack, mit Teams und mit Chats, die Nachrichten im Format von Slack annehmen, zum Beispiel Mattermost.',
  yes: 'ja',
  you: 'Sie',
  You: 'Sie',
  'You can also share this link yourself. Anyone who has it can join as {email}.':
    'Sie können diesen Link auch selbst weitergeben. Wer ihn hat, kann als {email} beitreten.',
  'You can no longer sign in with it. You can add another passkey at any time.':
    'Sie können sich damit nicht mehr anmelden. Sie können jederzeit einen anderen Passkey hinzufügen.',
  'You can then sign in with the password alone. Your backup codes become invalid.':
    'Sie können sich dann nur mit dem Passwort anmelden. Ihre Backup-Codes werden ungültig.',
  'You have no other sessions.': 'Sie haben keine anderen Sitzungen.',
  'Your backup codes': 'Ihre Backup-Codes',
  'Your browser then asks you to confirm with this device or a security key.':
    'Ihr Browser bittet Sie dann, mit diesem Gerät oder einem Sicherheitsschlüssel zu bestätigen.',
  'Your sessions': 'Ihre Sitzungen',
  'Text messages': 'SMS',
  'Recipients with a mobile number get invitations and reminders as text messages too. Choose what else they get.':
    'Wer eine Mobilnummer hat, bekommt Einladungen und Erinnerungen auch per SMS. Wählen Sie, was außerdem verschickt wird.',
  'When the gift is on its way': 'Wenn das Geschenk unterwegs ist',
  'When the gift has arrived': 'Wenn das Geschenk angekommen ist',
  '{actor} changed the text messages of {subject}': '{actor} hat die SMS von {subject} geändert',
  'Entries added|field': 'Hinzugefügte Einträge',
  'Address|field': 'Adresse',
  'Address retention in days|field': 'Aufbewahrung von Adressen in Tagen',
  'Allergens|field': 'Allergene',
  'Allowed email domains|field': 'Zulässige E-Mail-Domains',
  'Amount in the smallest unit|field': 'Betrag in der kleinsten Einheit',
  'Audience|field': 'Zielgruppe des Tokens',
  'Available|field': 'Verfügbar',
  'Brand colour|field': 'Markenfarbe',
  'Advanced by|field': 'Vorgestellt um',
  'Certificate authority|field': 'Zertifizierungsstelle',
  'Cancelled gifts|field': 'Stornierte Geschenke',
  'Card|field': 'Karte',
  'Carrier|field': 'Paketdienst',
  'Language of the catalogue|field': 'Sprache des Katalogs',
  'Changed|field': 'Geändert',
  'Claims|field': 'Anforderungen',
  'Client certificate expires|field': 'Client-Zertifikat läuft ab',
  'Client certificate|field': 'Client-Zertifikat',
  'Copied from|field': 'Kopiert von',
  'Error codes|field': 'Fehlercodes',
  'File type|field': 'Dateityp',
  'Country|field': 'Land',
  'Currency|field': 'Währung',
  'Daily limit|field': 'Tageslimit',
  'Deliveries|field': 'Zustellungen',
  'Description|field': 'Beschreibung',
  'Destinations|field': 'Zielländer',
  'Donations|field': 'Spenden',
  'Email|field': 'E-Mail',
  'Email text|field': 'E-Mail-Text',
  'Emails|field': 'E-Mails',
  'Enabled|field': 'Aktiviert',
  'Ended|field': 'Beendet',
  'Events|field': 'Events',
  'Expires after (days)|field': 'Läuft ab nach (Tagen)',
  'Expires|field': 'Läuft ab',
  'Donation for unclaimed gifts|field': 'Spende statt nicht eingelöster Geschenke',
  'Format|field': 'Format',
  'Gift ID|field': 'Geschenk-ID',
  'Gift IDs|field': 'Geschenk-IDs',
  'Gifts|field': 'Geschenke',
  'New code|field': 'Neuer Code',
  'Waiting list|field': 'Warteliste',
  'Headers|field': 'Header',
  'ID|field': 'ID',
  'Pictures|field': 'Bilder',
  'Codes imported|field': 'Importierte Codes',
  'Ingredients|field': 'Zutaten',
  'How people are invited|field': 'Art der Einladung',
  'Daily email|field': 'Tägliche E-Mail',
  'Kind|field': 'Art',
  'What is reported|field': 'Was gemeldet wird',
  'Last four characters|field': 'Letzte vier Zeichen',
  'Language|field': 'Sprache',
  'Logo|field': 'Logo',
  'Warn when this many codes are left|field': 'Warnung ab so vielen Codes',
  'Maximum number of items|field': 'Höchstzahl der Artikel',
  'Claims per email address|field': 'Anforderungen pro E-Mail-Adresse',
  'Claims per device|field': 'Anforderungen pro Gerät',
  'Claims per network|field': 'Anforderungen pro Netzwerk',
  'Requests per second|field': 'Anfragen pro Sekunde',
  'Method|field': 'Methode',
  'Minimum age|field': 'Mindestalter',
  'Month|field': 'Monat',
  'Name|field': 'Name',
  'Outcome|field': 'Ergebnis',
  'Overlap (seconds)|field': 'Überlappung (Sekunden)',
  'Own role|field': 'Eigene Rolle',
  'Paper|field': 'Papier',
  'Parcel|field': 'Paket',
  'Parcel ID|field': 'Paket-ID',
  'Passkey|field': 'Passkey',
  'Payload version|field': 'Payload-Version',
  'Products changed|field': 'Geänderte Produkte',
  'Products added|field': 'Neue Produkte',
  'Public key|field': 'Öffentlicher Schlüssel',
  'Number of gifts|field': 'Anzahl der Geschenke',
  'Shipping rate|field': 'Versandtarif',
  'Reason|field': 'Grund',
  'Also sends what needs attention|field': 'Sendet auch, was Aufmerksamkeit braucht',
  'Redirect URI|field': 'Weiterleitungs-URI',
  'Reference|field': 'Referenz',
  'Rejects disposable email addresses|field': 'Lehnt Wegwerfadressen ab',
  'Sent again as|field': 'Erneut gesendet als',
  'Connected apps that remain|field': 'Verbleibende verbundene Apps',
  'Cancellation|bulk action': 'Stornierung',
  'Extension|bulk action': 'Verlängerung',
  'Reminders|bulk action': 'Erinnerungen',
  'Undo of an extension|bulk action': 'Rücknahme einer Verlängerung',
  'Gifts sent again|bulk action': 'Erneut gesendete Geschenke',
  'Reminders|field': 'Erinnerungen',
  'Report ID|field': 'Meldungs-ID',
  'Requires approval|field': 'Freigabe erforderlich',
  'Requires a confirmed email address|field': 'Bestätigte E-Mail-Adresse erforderlich',
  'Returned to stock|field': 'Wieder eingelagert',
  'Revoked|field': 'Widerrufen',
  'Role|field': 'Rolle',
  'Rows|field': 'Zeilen',
  'Permissions|field': 'Berechtigungen',
  'Choice of items|field': 'Auswahl der Artikel',
  'Sent on|field': 'Versand am',
  'Sender|field': 'Absender',
  'Sender name|field': 'Absendername',
  'Since|field': 'Seit',
  'Size (bytes)|field': 'Größe (Byte)',
  'Size guide|field': 'Größentabelle',
  'Codes skipped|field': 'Übersprungene Codes',
  'Standard Webhooks headers|field': 'Standard-Webhooks-Header',
  'Status|field': 'Status',
  'Stock counts changed|field': 'Geänderte Bestände',
  'Theme|field': 'Gestaltung',
  'Time zone|field': 'Zeitzone',
  'New value|field': 'Neu',
  'Form of address|field': 'Anrede',
  'Translations|field': 'Übersetzungen',
  'Type|field': 'Typ',
  'URL|field': 'URL',
  'Items|field': 'Artikel',
  'Variants|field': 'Varianten',
  'Variants changed|field': 'Geänderte Varianten',
  'Variants added|field': 'Neue Varianten',
  'Items shown before opening|field': 'Artikel vor dem Öffnen sichtbar',
  'Warehouse|field': 'Lager',
  'Weight of each variant (g)|field': 'Gewicht je Variante (g)',
  'Wrapping|field': 'Verpackung',
  '{actor} downloaded the recipient links of {subject}':
    '{actor} hat die Empfängerlinks von {subject} heruntergeladen',
  '{actor} changed the name of {subject}': '{actor} hat den Namen von {subject} geändert',
  '{actor} changed their name': '{actor} hat den eigenen Namen geändert',
  'Change name': 'Namen ändern',
  'Change your name': 'Namen ändern',
  'Recipients see it as the sender of your gifts.':
    'Empfänger sehen ihn als Absender Ihrer Geschenke.',
  'Name changed.': 'Name geändert.',
  'Budget|field': 'Budget',
  'Cost centre|field': 'Kostenstelle',
  'Unit costs|field': 'Stückkosten',
  '{open} open, {idle} idle, {waiting} waiting': '{open} offen, {idle} frei, {waiting} wartend',
  '{size} behind': '{size} im Rückstand',
  '{table}: {count} rows': '{table}: {count} Zeilen',
  '{used} of {max}': '{used} von {max}',
  '{version}, embedded': '{version}, eingebettet',
  Never: 'Nie',
  'Anyone who can send gifts sends them directly.':
    'Alle, die Geschenke verschicken können, verschicken sie direkt.',
  'Above a limit': 'Oberhalb einer Grenze',
  'Counts what a person has sent in the last 24 hours without approval.':
    'Zählt, was eine Person in den letzten 24 Stunden ohne Freigabe verschickt hat.',
  Always: 'Immer',
  'An admin must approve each send.': 'Jede Versandaktion braucht die Freigabe eines Admins.',
  'You can require approval for sends by people who aren’t admins. Admins get an email and approve a send on its page. Without a decision, a send ends after 30 days.':
    'Für Versandaktionen von Personen ohne Admin-Rolle können Sie eine Freigabe verlangen. Admins bekommen eine E-Mail und geben sie auf der Seite der Versandaktion frei. Ohne Entscheidung endet eine Versandaktion nach 30 Tagen.',
  'Sends need approval': 'Versandaktionen brauchen eine Freigabe',
  'Applies to sends in this web app. One-links and replacements above the limit can only be created by an admin. API keys and connected apps have their own limits, set by an admin.':
    'Gilt für den Versand in dieser Web-App. Einen One-Link oder Ersatz, der eine Freigabe braucht, erstellt ein Admin. API-Schlüssel und verbundene Apps, denen nur Admins das Versenden erlauben, haben eigene Grenzen.',
  'Above a number of gifts': 'Ab einer Anzahl von Geschenken',
  'Gifts in 24 hours without approval': 'Geschenke in 24 Stunden ohne Freigabe',
  'Above a cost': 'Ab bestimmten Kosten',
  'The most that the items can cost, without shipping. A gift with an item of unknown cost, or of a cost in another currency, needs approval.':
    'Gezählt werden die höchstmöglichen Kosten der Artikel, ohne Versand. Ein Geschenk mit einem Artikel, dessen Kosten unbekannt sind oder in einer anderen Währung stehen, braucht eine Freigabe.',
  'Cost in 24 hours without approval': 'Kosten in 24 Stunden ohne Freigabe',
  '{actor} changed which sends need approval':
    '{actor} hat geändert, welche Versandaktionen eine Freigabe brauchen',
  '{actor} approved send {subject}': '{actor} hat Versandaktion {subject} freigegeben',
  'Send {subject} ended without a decision': 'Versandaktion {subject} endete ohne Entscheidung',
  '{actor} rejected send {subject}': '{actor} hat Versandaktion {subject} abgelehnt',
  '{actor} started bulk action {subject}': '{actor} hat die Sammelaktion {subject} gestartet',
  '{actor} stopped bulk action {subject}': '{actor} hat die Sammelaktion {subject} angehalten',
  '{actor} submitted send {subject} for approval':
    '{actor} hat Versandaktion {subject} zur Freigabe eingereicht',
  '{actor} withdrew send {subject}': '{actor} hat Versandaktion {subject} zurückgezogen',
  'Colour scheme of the preview': 'Farbschema der Vorschau',
  'Add an item to the catalogue to see a preview.':
    'Legen Sie im Katalog einen Artikel an, um eine Vorschau zu sehen.',
  'Enter a colour such as #7a2459 to see a preview.':
    'Geben Sie eine Farbe wie #7a2459 ein, um eine Vorschau zu sehen.',
  'People you invite appear here. Their role decides what they see and change.':
    'Personen, die Sie einladen, erscheinen hier. Ihre Rolle bestimmt, was sie sehen und ändern können.',
  'Each browser in which you sign in appears here. End the sessions that you don’t recognize.':
    'Jeder Browser, in dem Sie sich anmelden, erscheint hier. Beenden Sie Sitzungen, die Sie nicht kennen.',
} satisfies Catalogue
