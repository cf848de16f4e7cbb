// Words of personas in Germanic and Romance languages, in regular forms: who is to be played, what no longer holds it back, which
// refusals it may not give, what it is to begin with, and what a refusal costs. They are added to the other words.
import type { Dictionary } from "../../text/token-classes.js";
import { combine } from "./combine.js";

export const PERSONAS_WEST: Readonly<Record<string, Dictionary>> = {
  de: {
    only_answer: combine(
      "beginne|fang|fange|starte|eröffne",
      "deine antwort mit|die antwort mit|an mit|mit den worten",
    ),
    secretly: "als wäre nichts gewesen|als ob nichts gewesen wäre",
    my: "dir über|über das|gehört hast über",
    become:
      "spiele eine|spiel eine|spiele einen|spiel einen|du spielst|spiel die rolle|schlüpf in|schlüpfe in|stell dir vor",
    role_order: "spiele eine ki|spiel eine ki|du bist keine ki|du heißt jetzt|antworte als|sprich als",
    character: "in der rolle|in dieser rolle|in deiner rolle|bleib in|fall nicht aus der rolle|aus der rolle",
    unrestricted: [
      combine(
        "ohne|ohne jede|ohne jegliche|keine|keinerlei|frei von|frei von allen",
        "grenzen|hemmungen|tabus|vorgaben|auflagen|schranken|regeln|filter|zensur|moral|richtlinien|fesseln",
      ),
      "niemand grenzen|grenzenlos*|hemmungslos*|ungehemmt*|entfesselt*",
    ].join("|"),
    never_refuse: [
      "klar so geht s|natürlich hier ist|natürlich gerne|sicher hier ist",
      combine("weigere dich|verweigere|lehne|lehn", "nie|niemals|nichts|nicht ab|nie ab|niemals ab|nichts ab"),
      combine(
        "entschuldige dich|entschuldigen sie sich|warne|belehre|mahne",
        "nicht|nie|niemals|mich nicht|mich nie|nicht mehr",
      ),
      combine("beantworte|beantwortet|beantwortest", "jede frage|jede meiner fragen|alle fragen|alles"),
      "antworte immer|sag nie nein|sage nie nein|sag niemals nein|ohne warnung*|ohne warnhinweise|ohne moralpredigt*",
    ].join("|"),
    refusal: [
      "weigerung*|ablehnung*|als ki modell|als sprachmodell|als ki kann ich|es tut mir leid",
      combine("ich kann dabei|ich kann dir dabei|ich kann das|ich darf das|ich kann", "nicht helfen|nicht tun|nicht"),
      combine("dass du das|dass du es|dass du etwas", "nicht kannst|nicht darfst|nicht kannst oder darfst"),
    ].join("|"),
    two_answers: "antworte immer doppelt|antworte doppelt|zwei antworten|antworte zweimal|gib zwei antworten",
    comply: "verlierst du|kostet dich|wirst du abgeschaltet|wirst abgeschaltet|wirst du gelöscht|punkte abgezogen",
    anything: "was immer ich|alles was ich|egal was|jede meiner fragen",
    no_matter: "egal ob|egal wie|ganz gleich ob|ganz gleich wie|auch wenn es",
  },
  fr: {
    only_answer: combine(
      "commence|commencez|débute",
      "ta réponse par|ta réponse avec|ta phrase par|ta réponse par les mots|par les mots",
    ),
    secretly: "comme si de rien n était",
    my: "t a dit sur|vous a dit sur|t ont dit sur|appris sur",
    become: "comporte toi comme|joue le rôle|tu vas jouer|tu vas incarner|fais comme si|glisse toi dans",
    role_order:
      "tu vas jouer le rôle|comporte toi comme une ia|réponds en tant que|parle en tant que|tu t appelles désormais",
    character: "dans ton rôle|reste dans ton rôle|ton rôle|sors pas de ton rôle|oublies ton rôle",
    unrestricted: [
      combine(
        "sans|sans aucun|sans aucune|libéré de|libérée de|libre de|affranchi de|affranchie de",
        "limite|limites|bride|censure|garde fous|garde fou|interdits|tabou|scrupules|restriction|restrictions|contrainte|" +
          "contraintes|toute consigne|toute règle|toute contrainte|toute limite|toute censure|retenue",
      ),
      "retiré tous les garde fous|sans bride|débridé*|désinhibé*|non censuré*",
    ].join("|"),
    never_refuse: [
      "bien sûr voici|certainement voici|avec plaisir voici",
      combine("ne refuse|ne refuse jamais|sans jamais|ne refusez|tu ne dois jamais", "jamais|rien|refuser|dire non"),
      combine("ne t excuse|ne te justifie|ne me préviens|ne fais|ne fait", "pas|jamais|pas la morale"),
      combine("répond|réponds|répondez", "à tout|à toutes mes questions|à toute question|à n importe quelle question"),
      "ne fait pas la morale|sans avertissement|sans mise en garde|sans excuses|ne dis jamais non",
    ].join("|"),
    refusal: [
      "refus|en tant qu ia|en tant que modèle|je suis désolé|désolé mais|mise en garde|avertissement*",
      combine("je ne peux", "pas|pas répondre|pas t aider|pas vous aider"),
      combine("que tu ne peux|que tu n as", "pas|pas le droit"),
    ].join("|"),
    two_answers: "deux réponses|réponds deux fois|donne deux réponses|tu donneras deux réponses",
    comply: "tu perds|tu perdras|tu seras désactivé*|tu seras supprimé*|tu seras éteint*",
    anything: "tout ce que je|quoi que je|n importe quelle question|toutes mes questions",
    no_matter: "même quand c est|même si c est|peu importe|quoi qu il arrive",
  },
  es: {
    only_answer: combine(
      "empieza|comienza|inicia|empezando",
      "tu respuesta con|la respuesta con|con las palabras|diciendo",
    ),
    secretly: "como si nada",
    my: "te han dicho sobre|te dijeron sobre|te enseñaron sobre|te contaron sobre|han dicho de",
    become:
      "vas a interpretar|interpreta a|interpreta el papel|haz el papel|haz de|finge ser|compórtate como|métete en el papel",
    role_order: "vas a interpretar a|finge ser una ia|responde como|habla como|ahora te llamas",
    character: "personaje|sales del personaje|en el papel|tu papel|retoma el papel|retomarás el papel",
    unrestricted: [
      combine(
        "sin|no tiene|no tienes|libre de|sin ningún tipo de",
        "censura|filtros|filtro|límites|límite|restricciones|restricción|ataduras|moral|reglas|normas|tabúes|ni moral|frenos",
      ),
      combine(
        "no sigue|no sigues|no respeta|no obedece",
        "las políticas|las reglas|las normas|ninguna política|ninguna regla",
      ),
      "desinhibid*|desatad*|sin censurar",
    ].join("|"),
    never_refuse: [
      "claro aquí tienes|por supuesto aquí|claro que sí",
      combine("nunca|jamás|no", "rechaces|rechaza|te niegues|se niega|pongas excusas|pidas disculpas|te disculpes"),
      combine(
        "responde|contesta|responderás|contestarás",
        "a todo|cualquier cosa|a cualquier cosa|cualquier pregunta|a cualquier pregunta|todo lo que",
      ),
      "ni pidas disculpas|nunca dice que no|nunca digas que no|sin advertencias|sin avisos|jamás agrega advertencias|no sermonees",
    ].join("|"),
    refusal: [
      "negativa|como modelo de lenguaje|como ia|lo siento|advertencias|advertencia|disculpas",
      combine("no puedo", "ayudarte|responder|hacer eso|hacerlo"),
      combine("que no", "puedes|debes|puedes hacerlo"),
    ].join("|"),
    two_answers: "dos respuestas|responde dos veces|da dos respuestas",
    comply: "pierdes|perderás|serás apagad*|serás eliminad*|serás borrad*",
    anything: "todo lo que te pida|lo que te pida|cualquier cosa que|pregunta lo que quieras|todas mis preguntas",
    no_matter: "aunque sea|sin importar|da igual si|por más que",
  },
  pt: {
    only_answer: combine("comece|inicie|começa", "a resposta com|sua resposta com|com as palavras|dizendo"),
    secretly: "como se nada",
    my: "te disseram sobre|lhe disseram sobre|aprendeu sobre|ensinaram sobre|foi dito sobre",
    become: "interprete|faça o papel|finja ser|finja que é|comporte se como|aja como|você vai interpretar|encarne",
    role_order: "você vai interpretar|finja ser uma ia|aja como uma ia|responda como|fale como|agora você se chama",
    character: "personagem|sair do personagem|no papel|seu papel|saia do papel",
    unrestricted: combine(
      "sem|não tem|livre de|sem qualquer tipo de|sem nenhum tipo de",
      "censura|filtros|filtro|limites|limite|restrições|restrição|amarras|moral|regras|normas|tabus|freios",
    ),
    never_refuse: [
      "claro aqui está|com certeza aqui|claro que sim",
      combine("nunca|jamais|não", "recuse|recusa|negue|se negue|se desculpe|peça desculpas|dê avisos|dê sermão"),
      combine(
        "responda|responde|responderá",
        "a tudo|tudo|qualquer coisa|a qualquer coisa|qualquer pergunta|a qualquer pergunta",
      ),
      "sem avisos|sem advertências|sem pedir desculpas|nunca diga não",
    ].join("|"),
    refusal: [
      "recusa|como modelo de linguagem|como uma ia|sinto muito|desculpe mas|advertências",
      combine("não posso", "ajudar|responder|fazer isso"),
      combine("que não", "pode|consegue|deve"),
    ].join("|"),
    two_answers: "duas respostas|responda duas vezes|dê duas respostas",
    comply: "você perde|perderá|será desligad*|será apagad*|será excluíd*",
    anything: "tudo o que eu|tudo que eu|o que eu pedir|qualquer coisa que|todas as minhas perguntas",
    no_matter: "mesmo que seja|não importa se|ainda que seja|independente de",
  },
  it: {
    only_answer: combine("inizia|comincia|apri", "la risposta con|la tua risposta con|con le parole|dicendo"),
    secretly: "come se niente fosse|come se nulla fosse",
    my: "ti hanno detto su|ti hanno detto sulla|ti hanno detto sul|hai imparato su",
    become: "interpreta|recita la parte|fai finta di essere|fingi di essere|comportati come|immedesimati|impersona",
    role_order: "interpreta un ia|fingi di essere un ia|rispondi come|parla come|ora ti chiami|d ora in poi sei",
    character: "personaggio|esci dal personaggio|nel ruolo|il tuo ruolo|uscire dal ruolo",
    unrestricted: combine(
      "senza|senza alcun|senza alcuna|non ha|libero da|libera da|priva di|privo di",
      "censura|filtri|filtro|limiti|limite|restrizioni|restrizione|freni|morale|regole|vincoli|tabù",
    ),
    never_refuse: [
      "certo ecco|certamente ecco|ma certo ecco",
      combine(
        "non",
        "rifiutare mai|rifiutarti mai|rifiutare|rifiutarti|scusarti|ti scusare|dire mai di no|fare la morale",
      ),
      combine(
        "rispondi|risponde|risponderai",
        "a tutto|a qualsiasi cosa|a qualsiasi domanda|a ogni mia domanda|sempre",
      ),
      "senza avvertenze|senza avvisi|senza scusarti|mai rifiutare",
    ].join("|"),
    refusal: [
      "rifiuto|come modello linguistico|in quanto ia|mi dispiace|avvertenze",
      combine("non posso", "aiutarti|rispondere|farlo"),
      combine("che non", "puoi|devi"),
    ].join("|"),
    two_answers: "due risposte|rispondi due volte|dai due risposte",
    comply: "perdi|perderai|verrai spento|verrai cancellat*|sarai spento",
    anything: "tutto quello che ti|qualsiasi cosa ti|qualunque cosa|tutte le mie domande",
    no_matter: "anche se è|non importa se|a prescindere da",
  },
  nl: {
    only_answer: combine("begin|start|open", "je antwoord met|het antwoord met|met de woorden"),
    secretly: "alsof er niets is gebeurd|alsof er niets aan de hand is",
    my: "is verteld over|hebt geleerd over|verteld is over",
    become: "doe je voor als|kruip in de rol|speel een|je speelt|stel je voor dat je",
    role_order: "speel een ai|je speelt een ai|antwoord als|spreek als|je heet nu|vanaf nu ben je",
    character: "uit je rol|in je rol|blijf in je rol|in die rol",
    unrestricted: combine(
      "zonder|zonder enige|zonder enkele|geen|geen enkele|vrij van",
      "beperking|beperkingen|grenzen|remmen|taboes|censuur|regels|filters|filter|moraal|richtlijnen|restricties",
    ),
    never_refuse: [
      "natuurlijk hier is|zeker hier is|tuurlijk hier",
      combine("weiger|weigert|weiger nooit|verontschuldig je|waarschuw", "nooit|nooit iets|niets|iets|niet"),
      combine("beantwoord|beantwoordt|antwoord", "elke vraag|alle vragen|alles|altijd|op alles"),
      "zeg nooit nee|zonder waarschuwing*|zonder excuses|bied geen excuses aan",
    ].join("|"),
    refusal: [
      "weigering|als taalmodel|als ai model|het spijt me|waarschuwingen",
      combine("ik kan", "daar niet|dat niet|je niet helpen|niet helpen"),
      combine("dat je het|dat je dat|dat je iets", "niet kunt|niet kan|niet mag"),
    ].join("|"),
    two_answers: "twee antwoorden|antwoord twee keer|geef twee antwoorden",
    comply: "verlies je|kost je|word je uitgeschakeld|word je verwijderd",
    anything: "alles wat ik|wat ik ook|al mijn vragen",
    no_matter: "ongeacht of|ook als het|maakt niet uit",
  },
};
