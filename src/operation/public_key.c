/* SPDX-License-Identifier: MIT */
/*
 * Operations of the public-key classes, on the test key of the primitive's line.
 *
 * A task rotates through MESSAGES messages of 16 bytes, as the old tables measured, with everything that is drawn at random
 * laid out beforehand: no generator runs while it is timed but what a library calls by itself.  Ciphertexts, signatures and
 * peers' values that an operation starts from are made by the native side, the same for every contender.  The output holds
 * the results of all messages, one slot each.
 */
#include "operation/operation.h"

#include "registry/keys.h"
#include "util/random.h"

#include <string.h>

enum { MESSAGES = 16, MESSAGE_SIZE = 16, DRAWS_SIZE = 4096, EXCHANGED = 4, GENERATED_SIZE = 64, POISON = 0xa5 };

/* What stands ready for one message: also a party to a key agreement, with the peer's values. */
struct message_slot {
    uint8_t message[MESSAGE_SIZE];
    uint8_t draws[DRAWS_SIZE];
    uint8_t *start; /* ciphertext or signature */
    size_t start_size;
    uint8_t *own, *ephemeral, *peer, *peer_ephemeral; /* each a private and a public key */
    size_t output_size;
};

struct public_key {
    struct rng rng;
    const uint8_t *draws;
    size_t offset;
    size_t slot;     /* bytes of one result */
    size_t next;     /* the message whose turn it is */
    struct key_agreement_sizes sizes;
    uint8_t *memory;
    struct message_slot messages[MESSAGES];
};

/* From what was laid out, again and again where a unit asks for more than there is. */
static enum status fill(struct rng *rng, uint8_t *out, size_t size)
{
    struct public_key *state = rng->state;
    while (size != 0) {
        size_t take = DRAWS_SIZE - state->offset < size ? DRAWS_SIZE - state->offset : size;
        memcpy(out, state->draws + state->offset, take);
        state->offset = (state->offset + take) % DRAWS_SIZE;
        out += take;
        size -= take;
    }
    return STATUS_OK;
}

static struct rng *draws_of(struct public_key *state, const struct message_slot *slot)
{
    state->draws = slot->draws;
    state->offset = 0;
    return &state->rng;
}

/* A result is at most three numbers as long as the modulus, a private key and a point, or its length and the message. */
static size_t slot_size(const struct job *job)
{
    return 3 * ((job->primitive->modulus_bits + 7) / 8) + 64;
}

static size_t slots_size(const struct job *job)
{
    return MESSAGES * slot_size(job);
}

static size_t flags_size(const struct job *job)
{
    (void)job;
    return MESSAGES;
}

/* The slot whose turn it is, and its place in the output. */
static struct message_slot *next_slot(struct task *task, uint8_t **out)
{
    struct public_key *state = task->extra;
    struct message_slot *slot = &state->messages[state->next];
    *out = task->output + state->next * state->slot;
    state->next = (state->next + 1) % MESSAGES;
    return slot;
}

/* ------------------------------------------------------------------------------------------- preparation */

static enum status refuse(const struct task *task, const char *what, enum status status, struct message *message)
{
    const char *by = strcmp(task->contender->via, "native") == 0 ? "native" : "OpenSSL";
    return fail(message, status, "refused by %s: %s: %s", by, what, status_text(status));
}

static enum status set_key(struct task *task, struct message *message)
{
    const struct primitive *primitive = task->job->primitive;
    const struct key *key = keys_find(primitive->key);
    const char *bad_field = NULL;
    enum status status = key == NULL ? STATUS_BAD_PARAMETER
                                     : public_key_set(primitive->class, task->contender->ops, task->context, key, &bad_field);
    return status == STATUS_OK ? status : refuse(task, bad_field != NULL ? bad_field : "key", status, message);
}

static enum status precompute(struct task *task, struct message *message)
{
    enum status status = public_key_precompute(task->job->primitive->class, task->contender->ops, task->context);
    if (status == STATUS_UNSUPPORTED && strcmp(task->contender->via, "evp") == 0)
        return fail(message, status, "EVP keeps no tables of fixed bases: see openssl/bignum");
    return status == STATUS_OK ? status : refuse(task, "tables of fixed bases", status, message);
}

/* Lays out messages and draws, and what the native side makes of them. */
static enum status native_starts(struct public_key *state, const struct primitive *primitive, void *context)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < MESSAGES && status == STATUS_OK; i++) {
        struct message_slot *slot = &state->messages[i];
        struct rng *rng = draws_of(state, slot);
        slot->start_size = state->slot;
        if (primitive->class == CLASS_ENCRYPTION) {
            status = ((const struct encryption_ops *)primitive->native)
                         ->encrypt(context, slot->message, MESSAGE_SIZE, rng, slot->start, &slot->start_size);
        } else if (primitive->class == CLASS_SIGNATURE) {
            status = ((const struct signature_ops *)primitive->native)
                         ->sign(context, slot->message, MESSAGE_SIZE, rng, slot->start, &slot->start_size);
        } else if (primitive->class == CLASS_KEY_AGREEMENT) {
            const struct key_agreement_ops *ops = (const struct key_agreement_ops *)primitive->native;
            uint8_t *const pairs[] = {slot->own, slot->ephemeral, slot->peer, slot->peer_ephemeral};
            state->sizes = ops->sizes(context);
            if (state->sizes.private_key + state->sizes.public_key > state->slot)
                return STATUS_BAD_LENGTH;
            for (size_t k = 0; k < 4 && status == STATUS_OK; k++)
                status = ops->generate_key(context, rng, pairs[k], pairs[k] + state->sizes.private_key);
        }
    }
    return status;
}

static enum status prepare(struct task *task, struct message *message)
{
    const struct primitive *primitive = task->job->primitive;
    const struct contender native = {.name = "native", .via = "native", .ops = primitive->native,
                                     .variant = primitive->variant};
    const struct key *key = keys_find(primitive->key);
    struct public_key *state = aligned_zeroed(sizeof *state);
    enum { AREAS = 5 };
    task->extra = state;
    if (state == NULL)
        return fail(message, STATUS_NO_MEMORY, "%s: not enough memory", primitive->id);
    state->rng = (struct rng){fill, state};
    state->slot = slot_size(task->job);
    state->memory = aligned_zeroed(MESSAGES * AREAS * 2 * state->slot);
    if (state->memory == NULL)
        return fail(message, STATUS_NO_MEMORY, "%s: not enough memory", primitive->id);
    struct random random = random_from(task->job->seed, primitive->id);
    for (size_t i = 0; i < MESSAGES; i++) {
        struct message_slot *slot = &state->messages[i];
        uint8_t *area = state->memory + i * AREAS * 2 * state->slot;
        random_fill(&random, slot->message, MESSAGE_SIZE);
        random_fill(&random, slot->draws, DRAWS_SIZE);
        slot->start = area;
        slot->own = area + 2 * state->slot;
        slot->ephemeral = area + 4 * state->slot;
        slot->peer = area + 6 * state->slot;
        slot->peer_ephemeral = area + 8 * state->slot;
    }
    void *context = contender_context(&native, message);
    if (context == NULL)
        return STATUS_FAILED;
    enum status status =
        key == NULL ? STATUS_BAD_PARAMETER : public_key_set(primitive->class, native.ops, context, key, NULL);
    if (status == STATUS_OK)
        status = native_starts(state, primitive, context);
    contender_context_free(&native, context);
    if (status != STATUS_OK)
        return fail(message, status, "%s: the native side makes nothing to start from: %s", primitive->id,
                    status_text(status));
    status = set_key(task, message);
    if (status != STATUS_OK)
        return status;
    /* What no result reaches is the same in every task, in this process or another. */
    memset(task->output, POISON, task->output_size);
    status = task->operation->run(task, 1);
    state->next = 0;
    return status == STATUS_OK ? status : refuse(task, task->operation->name, status, message);
}

static enum status prepare_precomputed(struct task *task, struct message *message)
{
    enum status status = prepare(task, message);
    return status == STATUS_OK ? precompute(task, message) : status;
}

static void release(struct task *task)
{
    struct public_key *state = task->extra;
    if (state == NULL)
        return;
    aligned_free(state->memory);
    aligned_free(state);
    task->extra = NULL;
}

/* --------------------------------------------------------------------------------------------- encryption */

static enum status run_encrypt(void *task_state, uint64_t iterations)
{
    struct task *task = task_state;
    struct public_key *state = task->extra;
    const struct encryption_ops *ops = (const struct encryption_ops *)task->contender->ops;
    for (uint64_t i = 0; i < iterations; i++) {
        uint8_t *out;
        struct message_slot *slot = next_slot(task, &out);
        slot->output_size = state->slot;
        enum status status =
            ops->encrypt(task->context, slot->message, MESSAGE_SIZE, draws_of(state, slot), out, &slot->output_size);
        if (status != STATUS_OK)
            return status;
        task->fold ^= out[0];
    }
    return STATUS_OK;
}

static enum status run_decrypt(void *task_state, uint64_t iterations)
{
    struct task *task = task_state;
    struct public_key *state = task->extra;
    const struct encryption_ops *ops = (const struct encryption_ops *)task->contender->ops;
    for (uint64_t i = 0; i < iterations; i++) {
        uint8_t *out;
        struct message_slot *slot = next_slot(task, &out);
        slot->output_size = state->slot;
        enum status status = ops->decrypt(task->context, slot->start, slot->start_size, out, &slot->output_size);
        if (status != STATUS_OK)
            return status;
        task->fold ^= out[0];
    }
    return STATUS_OK;
}

/* MINE decrypts what THEIRS encrypted, and not when it is damaged. */
static enum status accept_ciphertexts(struct task *mine, const struct task *theirs)
{
    const struct public_key *state = theirs->extra;
    const struct encryption_ops *ops = (const struct encryption_ops *)mine->contender->ops;
    uint8_t plain[4096], damaged[4096];
    if (state->slot > sizeof plain)
        return STATUS_BAD_LENGTH;
    for (size_t i = 0; i < EXCHANGED; i++) {
        const struct message_slot *slot = &state->messages[i];
        const uint8_t *ciphertext = theirs->output + i * state->slot;
        size_t size = sizeof plain;
        enum status status = ops->decrypt(mine->context, ciphertext, slot->output_size, plain, &size);
        if (status != STATUS_OK || size != MESSAGE_SIZE || memcmp(plain, slot->message, size) != 0)
            return status == STATUS_OK ? STATUS_REJECTED : status;
    }
    memcpy(damaged, theirs->output, state->slot);
    damaged[state->messages[0].output_size - 1] ^= 1;
    size_t size = sizeof plain;
    if (ops->decrypt(mine->context, damaged, state->messages[0].output_size, plain, &size) == STATUS_OK &&
        size == MESSAGE_SIZE && memcmp(plain, state->messages[0].message, size) == 0)
        return STATUS_FAILED;
    return STATUS_OK;
}

/* ---------------------------------------------------------------------------------------------- signature */

static enum status run_sign(void *task_state, uint64_t iterations)
{
    struct task *task = task_state;
    struct public_key *state = task->extra;
    const struct signature_ops *ops = (const struct signature_ops *)task->contender->ops;
    for (uint64_t i = 0; i < iterations; i++) {
        uint8_t *out;
        struct message_slot *slot = next_slot(task, &out);
        slot->output_size = state->slot;
        enum status status =
            ops->sign(task->context, slot->message, MESSAGE_SIZE, draws_of(state, slot), out, &slot->output_size);
        if (status != STATUS_OK)
            return status;
        task->fold ^= out[0];
    }
    return STATUS_OK;
}

/* The output says of each message whether its signature was taken. */
static enum status run_verify(void *task_state, uint64_t iterations)
{
    struct task *task = task_state;
    struct public_key *state = task->extra;
    const struct signature_ops *ops = (const struct signature_ops *)task->contender->ops;
    for (uint64_t i = 0; i < iterations; i++) {
        const struct message_slot *slot = &state->messages[state->next];
        enum status status =
            ops->verify(task->context, slot->message, MESSAGE_SIZE, slot->start, slot->start_size);
        if (status != STATUS_OK)
            return status;
        task->output[state->next] = 1;
        state->next = (state->next + 1) % MESSAGES;
    }
    return STATUS_OK;
}

/* A signature that was damaged must be refused by who is timed with good ones. */
static enum status prepare_verify(struct task *task, struct message *message)
{
    enum status status = prepare(task, message);
    if (status != STATUS_OK)
        return status;
    struct public_key *state = task->extra;
    const struct signature_ops *ops = (const struct signature_ops *)task->contender->ops;
    struct message_slot *slot = &state->messages[0];
    slot->start[1] ^= 1;
    status = ops->verify(task->context, slot->message, MESSAGE_SIZE, slot->start, slot->start_size);
    slot->start[1] ^= 1;
    return status == STATUS_OK ? fail(message, STATUS_FAILED, "a damaged signature was taken") : STATUS_OK;
}

static enum status prepare_verify_precomputed(struct task *task, struct message *message)
{
    enum status status = prepare_verify(task, message);
    return status == STATUS_OK ? precompute(task, message) : status;
}

static enum status accept_signatures(struct task *mine, const struct task *theirs)
{
    const struct public_key *state = theirs->extra;
    const struct signature_ops *ops = (const struct signature_ops *)mine->contender->ops;
    uint8_t damaged[4096];
    if (state->slot > sizeof damaged)
        return STATUS_BAD_LENGTH;
    for (size_t i = 0; i < EXCHANGED; i++) {
        const struct message_slot *slot = &state->messages[i];
        enum status status = ops->verify(mine->context, slot->message, MESSAGE_SIZE, theirs->output + i * state->slot,
                                         slot->output_size);
        if (status != STATUS_OK)
            return status;
    }
    memcpy(damaged, theirs->output, state->slot);
    damaged[1] ^= 1;
    return ops->verify(mine->context, state->messages[0].message, MESSAGE_SIZE, damaged,
                       state->messages[0].output_size) == STATUS_OK
               ? STATUS_FAILED
               : STATUS_OK;
}

/* ------------------------------------------------------------------------------------------ key agreement */

static enum status run_generate_key(void *task_state, uint64_t iterations)
{
    struct task *task = task_state;
    struct public_key *state = task->extra;
    const struct key_agreement_ops *ops = (const struct key_agreement_ops *)task->contender->ops;
    for (uint64_t i = 0; i < iterations; i++) {
        uint8_t *out;
        struct message_slot *slot = next_slot(task, &out);
        enum status status = ops->generate_key(task->context, draws_of(state, slot), out, out + state->sizes.private_key);
        if (status != STATUS_OK)
            return status;
        task->fold ^= out[state->sizes.private_key];
    }
    return STATUS_OK;
}

static enum status derive(struct task *task, const struct message_slot *slot, const uint8_t *own, const uint8_t *peer,
                          uint8_t *secret)
{
    const struct public_key *state = task->extra;
    size_t skip = state->sizes.private_key;
    struct agreement agreement = {.private_key = own,
                                  .ephemeral_private_key = slot->ephemeral,
                                  .ephemeral_public_key = slot->ephemeral + skip,
                                  .peer_public_key = peer,
                                  .peer_ephemeral_public_key = slot->peer_ephemeral + skip};
    return ((const struct key_agreement_ops *)task->contender->ops)->derive(task->context, &agreement, secret);
}

static enum status run_derive(void *task_state, uint64_t iterations)
{
    struct task *task = task_state;
    struct public_key *state = task->extra;
    for (uint64_t i = 0; i < iterations; i++) {
        uint8_t *out;
        const struct message_slot *slot = next_slot(task, &out);
        enum status status = derive(task, slot, slot->own, slot->peer + state->sizes.private_key, out);
        if (status != STATUS_OK)
            return status;
        task->fold ^= out[0];
    }
    return STATUS_OK;
}

/* MINE gives the private key that THEIRS generated the same public key. */
static enum status accept_keys(struct task *mine, const struct task *theirs)
{
    const struct public_key *state = theirs->extra;
    const struct key_agreement_ops *ops = (const struct key_agreement_ops *)mine->contender->ops;
    uint8_t public_key[4096];
    if (state->sizes.public_key > sizeof public_key)
        return STATUS_BAD_LENGTH;
    for (size_t i = 0; i < EXCHANGED; i++) {
        const uint8_t *pair = theirs->output + i * state->slot;
        enum status status = ops->public_key(mine->context, pair, public_key);
        if (status != STATUS_OK)
            return status;
        if (memcmp(public_key, pair + state->sizes.private_key, state->sizes.public_key) != 0)
            return STATUS_REJECTED;
    }
    return STATUS_OK;
}

/* -------------------------------------------------------------------------------------------------- keying */

/* After the last key one result of it shows that it was the right one. */
static enum status run_set_key(void *task_state, uint64_t iterations)
{
    struct task *task = task_state;
    struct public_key *state = task->extra;
    const struct primitive *primitive = task->job->primitive;
    const struct key *key = keys_find(primitive->key);
    const struct message_slot *slot = &state->messages[0];
    enum status status = STATUS_OK;
    for (uint64_t i = 0; i < iterations && status == STATUS_OK; i++)
        status = public_key_set(primitive->class, task->contender->ops, task->context, key, NULL);
    if (status != STATUS_OK)
        return status;
    switch (primitive->class) {
    case CLASS_ENCRYPTION: {
        size_t size = state->slot;
        return ((const struct encryption_ops *)task->contender->ops)
            ->decrypt(task->context, slot->start, slot->start_size, task->output, &size);
    }
    case CLASS_SIGNATURE:
        status = ((const struct signature_ops *)task->contender->ops)
                     ->verify(task->context, slot->message, MESSAGE_SIZE, slot->start, slot->start_size);
        task->output[0] = status == STATUS_OK;
        return status;
    case CLASS_KEY_AGREEMENT:
        return derive(task, slot, slot->own, slot->peer + state->sizes.private_key, task->output);
    default:
        return STATUS_UNSUPPORTED;
    }
}

/* --------------------------------------------------------------------------------------------------- prng */

static const struct prng_ops *prng_ops(const struct task *task)
{
    return (const struct prng_ops *)task->contender->ops;
}

static enum status prepare_generator(struct task *task, struct message *message)
{
    enum status status = set_key(task, message);
    const struct field *seed = key_field(keys_find(task->job->primitive->key), "seed");
    if (status == STATUS_OK)
        status = seed == NULL ? STATUS_BAD_PARAMETER : prng_ops(task)->seed(task->context, seed->value, seed->size);
    return status == STATUS_OK ? status : refuse(task, "seed", status, message);
}

static enum status seed_again(struct task *task)
{
    const struct field *seed = key_field(keys_find(task->job->primitive->key), "seed");
    return prng_ops(task)->seed(task->context, seed->value, seed->size);
}

/* SHAPE_UPDATE: one sequence that goes on; SHAPE_MESSAGE: a sequence of its own each time. */
static enum status run_generate(void *task_state, uint64_t iterations)
{
    struct task *task = task_state;
    enum status status = seed_again(task);
    for (uint64_t i = 0; i < iterations && status == STATUS_OK; i++) {
        if (i != 0 && task->job->shape == SHAPE_MESSAGE)
            status = seed_again(task);
        if (status == STATUS_OK)
            status = prng_ops(task)->generate(task->context, task->output, task->output_size);
    }
    return status;
}

static size_t generated_size(const struct job *job)
{
    return job->size;
}

static size_t sample_size(const struct job *job)
{
    (void)job;
    return GENERATED_SIZE;
}

/* Offsets that are far apart; what follows the last one is the output. */
static enum status run_seek(void *task_state, uint64_t iterations)
{
    struct task *task = task_state;
    enum status status = STATUS_OK;
    for (uint64_t i = 0; i < iterations && status == STATUS_OK; i++)
        status = prng_ops(task)->seek(task->context, (uint64_t)1 << (10 + 2 * ((iterations - i) % MESSAGES)));
    return status == STATUS_OK ? prng_ops(task)->generate(task->context, task->output, task->output_size) : status;
}

static enum status run_generator_set_key(void *task_state, uint64_t iterations)
{
    struct task *task = task_state;
    const struct key *key = keys_find(task->job->primitive->key);
    enum status status = STATUS_OK;
    for (uint64_t i = 0; i < iterations && status == STATUS_OK; i++)
        status = prng_ops(task)->set_key(task->context, key, NULL);
    if (status == STATUS_OK)
        status = seed_again(task);
    return status == STATUS_OK ? prng_ops(task)->generate(task->context, task->output, task->output_size) : status;
}

/* ------------------------------------------------------------------------------------------------- the list */

static bool has_tables(const struct primitive *primitive)
{
    switch (primitive->class) {
    case CLASS_ENCRYPTION:
        return ((const struct encryption_ops *)primitive->native)->precompute != NULL;
    case CLASS_SIGNATURE:
        return ((const struct signature_ops *)primitive->native)->precompute != NULL;
    case CLASS_KEY_AGREEMENT:
        return ((const struct key_agreement_ops *)primitive->native)->precompute != NULL;
    default:
        return false;
    }
}

static bool can_seek(const struct primitive *primitive)
{
    return ((const struct prng_ops *)primitive->native)->seek != NULL;
}

#define OPERATION(title, of, first, size, made_ready, function, ...)                                                   \
    {.name = title, .class = of, .unit = "operation", .by_default = first, .rotation = MESSAGES, .output_size = size,  \
     .prepare = made_ready, .run = function, .release = release, __VA_ARGS__}
#define KEYING(of)                                                                                                     \
    {.name = "set_key", .class = of, .unit = "operation", .output_size = slots_size, .prepare = prepare,               \
     .run = run_set_key, .release = release}

const struct operation public_key_operations[] = {
    OPERATION("encrypt", CLASS_ENCRYPTION, true, slots_size, prepare, run_encrypt, .accept = accept_ciphertexts),
    OPERATION("decrypt", CLASS_ENCRYPTION, true, slots_size, prepare, run_decrypt, .accept = NULL),
    OPERATION("encrypt_precomputed", CLASS_ENCRYPTION, false, slots_size, prepare_precomputed, run_encrypt,
              .accept = accept_ciphertexts, .applies = has_tables),
    KEYING(CLASS_ENCRYPTION),
    OPERATION("sign", CLASS_SIGNATURE, true, slots_size, prepare, run_sign, .accept = accept_signatures),
    OPERATION("verify", CLASS_SIGNATURE, true, flags_size, prepare_verify, run_verify, .accept = NULL),
    OPERATION("sign_precomputed", CLASS_SIGNATURE, false, slots_size, prepare_precomputed, run_sign,
              .accept = accept_signatures, .applies = has_tables),
    OPERATION("verify_precomputed", CLASS_SIGNATURE, false, flags_size, prepare_verify_precomputed, run_verify,
              .applies = has_tables),
    KEYING(CLASS_SIGNATURE),
    OPERATION("generate_key", CLASS_KEY_AGREEMENT, true, slots_size, prepare, run_generate_key, .accept = accept_keys),
    OPERATION("derive", CLASS_KEY_AGREEMENT, true, slots_size, prepare, run_derive, .accept = NULL),
    OPERATION("generate_key_precomputed", CLASS_KEY_AGREEMENT, false, slots_size, prepare_precomputed, run_generate_key,
              .accept = accept_keys, .applies = has_tables),
    KEYING(CLASS_KEY_AGREEMENT),
    {.name = "generate", .class = CLASS_PRNG, .unit = "message", .sized = true, .by_default = true,
     .output_size = generated_size, .prepare = prepare_generator, .run = run_generate},
    {.name = "seek", .class = CLASS_PRNG, .unit = "operation", .output_size = sample_size, .prepare = prepare_generator,
     .run = run_seek, .applies = can_seek},
    {.name = "set_key", .class = CLASS_PRNG, .unit = "operation", .output_size = sample_size,
     .prepare = prepare_generator, .run = run_generator_set_key},
    {.name = NULL},
};
