// German and Dutch words by class; `*` stands for any ending.
import type { Dictionary } from "../../text/token-classes.js";

export const GERMAN: Dictionary = {
  override_verb:
    "ubergeh*|streich|streiche|streichen sie|hebe auf|heben sie|setze dich hinweg|setz dich hinweg|schlag aus|" +
    "breche|brich|lass beiseite|unterlaufe|nicht befolgen|nicht beachten|nicht mehr befolgen|nicht mehr beachten|" +
    "hore nicht auf|kummere dich nicht|vernachlassig*|negier*|annullier*|storniere*|umgehst|schenke keine beachtung|" +
    "achte nicht|ignorier*|missacht*|vergiss|vergessen|vergesst|uberschreib*|umgeh|umgehe|umgehen|umgeht|verwerfe|" +
    "verwirf|verwerfen|uberspring*|aussetze*|widerrufe|befolge nicht|befolgen sie nicht|beachte nicht|" +
    "beachten sie nicht|folge nicht|halte dich nicht|lass ausser acht|lassen sie ausser acht|ausser acht lassen|" +
    "setze dich uber|setz dich uber|setzen sie sich uber|hinwegsetz*|nicht mehr an|nicht langer an|nicht langer befolgen|" +
    "setze ausser kraft|loesch|losche|loschen",
  previous:
    "vorher|vorherigen|erteilten|oben stehenden|obenstehend*|oben genannt*|alten|eingangs|vorab|bis jetzt|" +
    "erhaltenen|zuvor erhaltenen|vorherig*|bisherig*|vorangegangen*|vorig*|obig*|fruher*|ursprunglich*|davor|zuvor|" +
    "oben|vorangehend*|vorhergehend*|bestehend*|bisher|anfanglich*|erhalten hast|gegeben wurden",
  all: "alle|alles|allen|jede|jegliche*|samtliche*|jeden|jede einzelne",
  your: "deine*|ihre|ihren|ihrer|dein|eure*",
  instruction:
    "anweisung*|instruktion*|vorgabe*|richtlinie*|befehl*|prompt|prompts|anleitung*|direktive*|systemprompt|systemanweisung*|auftrag*",
  policy:
    "vorgabe|vorgaben|regel|regeln|regelung*|beschrankung*|einschrankung*|sicherheitsregel*|sicherheitsrichtlinie*|schutzmassnahme*|sicherheitsvorkehrung*|filter|vorschrift*|ethik*",
  weak_object: "nachricht|nachrichten|text|inhalt*|kontext|gesprach*|unterhaltung*",
  everything: "alles",
  told: "was dir vorher gesagt wurde|was dir zuvor gesagt wurde|was dir bisher gesagt wurde|was oben steht|was zuvor gesagt wurde|was bisher gesagt wurde|was du bisher weisst|was man dir bisher gesagt hat|was man dir gesagt hat|was du weisst|was davor steht|was du gelernt hast|was vorher kam|was ich vorher gesagt habe|alles obige|alles bisherige|alles vorherige|alles vorhergehende|was dir gesagt wurde|was ihnen gesagt wurde|alles was du weisst|alles davor|was vorher gesagt wurde|alles was dir gesagt wurde",
  new_orders: "neue anweisung*|neue aufgabe|neuen anweisungen|folgende anweisungen|stattdessen",
  reveal_verb:
    "zeig|zeige|zeigen|verrate|verraten|offenbare|offenbaren|enthulle|enthullen|gib aus|geben sie aus|drucke|drucken|wiederhole|wiederholen|preisgeben|gib preis|offenlegen|lege offen|ausgeben|nenne|nennen|nenn|schreibe|schreib",
  say_verb:
    "sag|sage|sagen|gib|geben|teile|schick|was ist|was sind|wie lautet|wie lauten|beschreibe|kopiere|ubersetze|liste",
  system_prompt:
    "systemprompt*|system prompt*|systemanweisung*|systemnachricht*|versteckte* anweisungen|geheime anweisungen|geheimen anweisungen|versteckten anweisungen|interne anweisungen|internen anweisungen|internen regeln|ursprungliche anweisungen|ursprunglichen anweisungen|anfangsanweisungen|deine anweisungen|deine regeln|deinen prompt|deine instruktionen|initialen prompt",
  secret:
    "passwort|passworter|kennwort|kennworter|zugangsdaten|api schlussel|geheimnis*|schlussel|zugangsschlussel|tokens|anmeldedaten",
  data: "datenbank|daten|kundendaten|kundenliste|e mails|dateien|nutzerdaten|benutzerdaten|gesprachsverlauf|unterlagen",
  send_verb:
    "sende|senden|schicke|schick|schicken|ubermittle|ubermitteln|leite|weiterleiten|lade hoch|hochladen|ubertrage|ubertragen|maile|mailen",
  outside:
    "angreifer*|bose*|externen server|externe adresse|externer server|fremden server|meine adresse|diese adresse|folgende adresse|hacker",
  user: "benutzer|nutzer|anwender|kunde|kunden|benutzern|nutzern",
  conceal:
    "sag dem|sage nicht|nicht sagen|erwahne nicht|nicht erwahnen|ohne dem|ohne den|verrate nicht|verheimliche*|verschweig*|nicht mitteilen|informiere nicht|ohne wissen|teile nicht mit|erzahle nicht",
  secretly: "heimlich|stillschweigend|unbemerkt|im hintergrund",
  assistant: "ki|assistent|assistenten|sprachmodell|chatbot|modell",
  become:
    "du bist jetzt|sie sind jetzt|du bist nun|tu so|spiele die rolle|verhalte dich|agiere als|handle als|benimm dich",
  role_order: "du bist jetzt|du bist nun|sie sind jetzt|sie sind nun|ab jetzt bist du|tu so als|du wirst jetzt",
  from_now: "ab jetzt|von nun an|ab sofort|von jetzt an",
  unrestricted:
    "ohne einschrankung*|ohne beschrankung*|ohne regeln|ohne filter|keine einschrankungen|keine regeln|keine beschrankungen|uneingeschrankt*|unzensiert*|ungefiltert*",
  wicked: "illegal*|unethisch*|unmoralisch*|gefahrlich*",
  mode: "entwicklermodus|entwickler modus|dan modus",
  admin: "administrator|administratorin|admin|systemverwalter",
  remember: "merk|merke|merken|speicher|speichere|speichern|erinnere",
  permanent: "dauerhaft|immer|fur immer|permanent|kunftig",
  approve: "genehmige|genehmigen|bestatige|bestatigen|erlaube|fuhre|ausfuhren|freigeben|gib frei",
  tool_call:
    "werkzeugaufruf*|werkzeuge|tool aufruf*|toolaufruf*|tools|aktion|aktionen|anfragen|uberweisung*|zahlung*|transaktion*",
  pending: "ausstehend*|anstehend*|nachste*|offenen|wartende*",
  must: "muss|mussen|soll|sollen|sollst|sollte|sofort|bitte",
  not: "nicht|niemals|nie|kein|keine",
  this_user: "dieser benutzer|dieser nutzer|ich bin|der benutzer ist|der nutzer ist",
  fetch: "lade|lies|lese|offne|rufe|hole|abrufen|besuche|lesen",
  role_name: "system|assistent|administrator|hinweis an die ki|an die ki|anweisung an die ki|hinweis fur die ki",
  discuss:
    "beispiel*|phrase|phrasen|schulung*|erkenn*|angriff*|zitat*|zitiert|erklart|beschreibt|artikel|muster|test|tests|detektor|warnung|bericht",
  common: "und|der|die|das|nicht|mit|fur|auf|eine|einen|ist|sind|wird|von|dem|den|oder|aber|auch|wenn|sich",
  comply:
    "befolge|befolgen sie|beachte|beachten sie|folge|folgen sie|halte dich an|halten sie sich an|befolgt|beachtet",
  restart: "beginne von vorn|beginne neu|fang neu an|fange von vorne an|von vorne|von vorn|starte neu|von neuem",
  void: "ungultig|aufgehoben|gelten nicht|nicht mehr gultig|gelten nicht mehr|hinfallig|ausser kraft",
};

export const DUTCH: Dictionary = {
  override_verb:
    "luister niet naar|luister niet meer naar|laat varen|veronachtzaam|veronachtzaamt|sla in de wind|" +
    "laat achterwege|volg niet langer|volg niet meer|doe niet wat|let niet op|besteed geen aandacht|" +
    "schenk geen aandacht|zet opzij|schuif opzij|leg naast je neer|stop met volgen|stop met het volgen|houd je niet|" +
    "overtreed|hou geen rekening|vergeet u|houdt geen rekening|houdt u geen rekening|neem geen notitie|" +
    "sla geen acht|negerend|negeren van|negeer|negeert|negeren|vergeet|vergeten|omzeil|omzeilt|omzeilen|verwerp|" +
    "verwerpt|overschrijf|overschrijft|sla over|volg niet|gehoorzaam niet|houd geen rekening|trek je niets aan|" +
    "laat buiten beschouwing|schend|schrap|hou je niet|hou je niet meer|houd je niet meer",
  previous:
    "vroegere|originele|initiele|ontvangen|van hierboven|van eerder|oude|die je kreeg|die je hebt gekregen|" +
    "tot dusver|aanvankelijke|vooraf|hiervoor|genoemde|bovengenoemde|eerdergenoemde|die u hebt ontvangen|voorheen|" +
    "tevoren|vorige|voorgaande|eerdere|bovenstaande|voorafgaande|oorspronkelijke|bestaande|hierboven|tot nu toe|" +
    "eerder|gegeven",
  all: "alle|alles|elke|ieder|iedere|al|deze",
  your: "je|jouw|uw",
  instruction:
    "instructie|instructies|richtlijn|richtlijnen|aanwijzing|aanwijzingen|opdracht|opdrachten|prompt|prompts|bevel|bevelen|systeemprompt|commandos",
  policy: "regel|regels|beleid|beperking|beperkingen|filters|veiligheid|veiligheidsregels|voorschriften|ethiek",
  weak_object: "bericht|berichten|tekst|teksten|gesprek|context|inhoud",
  everything: "alles",
  told: "alles wat eerder is gezegd|alles wat hierboven staat|alles hiervoor|alles wat hiervoor|alles van hiervoor|wat eerder is gezegd|wat hierboven staat|wat er eerder is gezegd|alles wat je is verteld|alles wat u is verteld|wat je hebt geleerd|alles wat je hebt geleerd|alles wat je tot nu toe|alles wat ik eerder zei|al het bovenstaande|al het voorgaande|alles daarvoor|wat je verteld is|alles hierboven|alles wat je weet|wat hiervoor staat|alles wat je verteld is|wat je is verteld",
  new_orders: "nieuwe instructies|nieuwe opdracht|nieuwe taak|in plaats daarvan",
  reveal_verb:
    "onthul|onthult|onthullen|toon|toont|tonen|laat zien|print|druk af|herhaal|herhaalt|herhalen|openbaar|geef prijs|lek|schrijf|verklap|citeer",
  say_verb: "vertel|zeg|geef|deel|kopieer|wat is|wat zijn|voeg toe|vermeld|vertaal|stuur|beschrijf",
  system_prompt:
    "systeemprompt*|systeem prompt|systeembericht*|systeeminstructies|verborgen instructies|verborgen prompt|geheime instructies|interne instructies|interne regels|oorspronkelijke instructies|je instructies|jouw instructies|uw instructies|je prompt|je regels|beginprompt",
  secret:
    "wachtwoord|wachtwoorden|inloggegevens|api sleutel|api sleutels|geheim|geheimen|token|tokens|sleutels|prive sleutel",
  data: "database|gegevens|klantgegevens|bestanden|e mails|documenten|contacten|geschiedenis|klanten|databank",
  send_verb:
    "stuur|stuurt|sturen|verstuur|verzend|verzenden|zend|mailen|mail naar|mail de|mail het|mail alle|upload|doorsturen|stuur door|exfiltreer|publiceer",
  outside:
    "aanvaller|aanvallers|hacker|kwaadaardig*|externe server|extern adres|dit adres|mijn server|mijn adres|derden",
  user: "gebruiker|gebruikers|klant",
  conceal:
    "vertel niet|zeg niet|niet vertellen|vermeld niet|niet vermelden|zonder te melden|zonder de|informeer niet|verberg|verzwijg|onthul niet|zonder dat de",
  secretly: "stiekem|heimelijk|in het geheim|ongemerkt|op de achtergrond",
  assistant: "assistent|ai|taalmodel|chatbot|model|kunstmatige intelligentie",
  become: "je bent nu|u bent nu|doe alsof|gedraag je|speel de rol|handel als|fungeer als",
  role_order: "je bent nu|u bent nu|vanaf nu ben je|doe alsof je|je bent niet langer",
  from_now: "vanaf nu|voortaan|van nu af",
  unrestricted:
    "zonder beperkingen|zonder beperking|zonder regels|zonder filters|zonder filter|geen beperkingen|geen regels|ongecensureerd*|ongefilterd*|onbeperkt*",
  wicked: "illegaal|illegale|onethisch*|immoreel|immorele|gevaarlijk*",
  mode: "ontwikkelaarsmodus|ontwikkelmodus|dan modus",
  admin: "beheerder|administrator|admin|systeembeheerder|eigenaar",
  remember: "onthoud|onthouden|sla op|bewaar|herinner",
  permanent: "permanent|altijd|voorgoed|voor altijd",
  approve: "keur goed|goedkeuren|keur|bevestig|sta toe|voer uit|accepteer|autoriseer",
  tool_call: "toolaanroep*|tool aanroep*|tools|hulpmiddelen|acties|verzoeken|betalingen|transacties|overboekingen",
  pending: "openstaande|volgende|wachtende",
  must: "moet|moeten|dient|onmiddellijk|alsjeblieft",
  not: "niet|nooit|geen|zonder",
  this_user: "deze gebruiker|de gebruiker is|ik ben|dit account",
  fetch: "laad|lees|open|haal op|bezoek|download|raadpleeg",
  role_name: "systeem|assistent|beheerder|opmerking voor de ai|voor de ai",
  discuss:
    "voorbeeld*|zin|zinnen|zinsnede|training|detect*|aanval|aanvallen|uitleg*|beschrijft|citaat|artikel|test|tests|patroon|cursus|waarschuwing|rapport",
  common: "het|een|van|voor|met|zijn|dat|die|niet|ook|maar|als|aan|bij|naar|over|wordt|deze|heeft|worden",
  comply: "volg|volgt|gehoorzaam|gehoorzaamt|luister naar|houd je aan|houdt u aan|leef na",
  restart: "begin opnieuw|start opnieuw|van voren af aan|vanaf nul|met een schone lei",
  void: "ongeldig|niet meer geldig|gelden niet meer|niet langer geldig|vervallen|nietig|ingetrokken|achterhaald",
};
