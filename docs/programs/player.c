/* A player in C without a JSON library: any legal action, each as likely.
 *
 * It looks for keys as text, and may: keys come in the order of docs/programs.md, and within a text of JSON a quote
 * has a backslash before it, so `"legal":[` can only be the key.
 *
 * Try it: gcc -O2 -o player docs/programs/player.c && ow match program:./player random
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *after(const char *text, const char *key) {
    const char *found = text ? strstr(text, key) : NULL;
    return found ? found + strlen(key) : NULL;
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) { /* a line can be long: getline makes room for it */
        const char *type = after(line, "{\"type\":\"");
        if (!type) continue;
        if (!strncmp(type, "hello\"", 6)) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"player.c\",\"version\":\"1\",\"wants\":[]}");
        } else if (!strncmp(type, "decision\"", 9)) {
            const char *id = after(line, "\"id\":"), *draw = after(line, "\"draw\":");
            const char *legal = after(line, "\"legal\":[");
            if (!id || !draw || !legal) return 1;
            long count = 0, nth, chosen = 0;
            for (const char *at = legal; (at = after(at, "{\"id\":"));) count++;
            nth = (long)(atof(draw) * count); /* the draw is from 0 to 1: our dice */
            for (const char *at = legal; nth-- >= 0 && (at = after(at, "{\"id\":"));) chosen = atol(at);
            printf("{\"type\":\"action\",\"id\":%ld,\"action\":%ld}\n", atol(id), chosen);
        } else if (!strncmp(type, "quit\"", 5)) {
            break;
        }
        fflush(stdout); /* at once: the reader waits for it */
    }
    free(line);
    return 0;
}
