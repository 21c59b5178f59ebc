//===- ProtoMutator.cpp - Mutation of protobuf messages -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProtoMutator.h"
#include "Fuzz.h"

#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "google/protobuf/stubs/logging.h"

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using namespace mlir::reduce;
using namespace mlir::reduce::fuzz;

namespace {
/// A message and everything in it.
struct Contents {
  std::vector<Message *> messages;
  std::vector<std::string> strings;
};

class Mutator {
public:
  explicit Mutator(Generator &generator) : generator(generator) {}

  void mutate(Message &root);

private:
  void collect(Message &message, Contents &contents);
  void mutateField(Message &message, const FieldDescriptor &field,
                   const Contents &contents);
  void setSingle(Message &message, const FieldDescriptor &field,
                 const Contents &contents);
  void add(Message &message, const FieldDescriptor &field,
           const Contents &contents);
  std::string drawString(const Contents &contents);
  /// Returns a message of the type of `field`, if there is one.
  const Message *drawMessage(const FieldDescriptor &field,
                             const Contents &contents);
  /// Returns a copy of such a message, or null if there is none. It is a copy
  /// because the original may be inside the message to replace.
  std::unique_ptr<Message> copyMessage(const FieldDescriptor &field,
                                       const Contents &contents);

  Generator &generator;
};
} // namespace

void Mutator::collect(Message &message, Contents &contents) {
  contents.messages.push_back(&message);
  const Reflection &reflection = *message.GetReflection();
  std::vector<const FieldDescriptor *> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor *field : fields) {
    int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
        collect(field->is_repeated()
                    ? *reflection.MutableRepeatedMessage(&message, field, i)
                    : *reflection.MutableMessage(&message, field),
                contents);
      else if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING)
        contents.strings.push_back(
            field->is_repeated()
                ? reflection.GetRepeatedString(message, field, i)
                : reflection.GetString(message, field));
    }
  }
}

std::string Mutator::drawString(const Contents &contents) {
  static constexpr const char *words[] = {"",
                                          "ReduceMin",
                                          "ReduceProd",
                                          "Identity",
                                          "Constant",
                                          "axes",
                                          "keepdims",
                                          "noop_with_empty_axes",
                                          "value",
                                          "value_int",
                                          "value_ints",
                                          "value_float",
                                          "value_floats",
                                          "value_string",
                                          "ai.onnx",
                                          "main",
                                          "x",
                                          "N",
                                          "\n'\"\\",
                                          "\xff"};
  // A name that already exists connects nodes.
  if (!contents.strings.empty() && draw(generator, 3) != 0)
    return contents.strings[draw(generator, contents.strings.size())];
  if (draw(generator, 8) == 0)
    return std::string(1 << draw(generator, 10), 'a');
  return words[draw(generator, std::size(words))];
}

const Message *Mutator::drawMessage(const FieldDescriptor &field,
                                    const Contents &contents) {
  std::vector<const Message *> messages;
  for (const Message *message : contents.messages)
    if (message->GetDescriptor() == field.message_type())
      messages.push_back(message);
  return messages.empty() ? nullptr
                          : messages[draw(generator, messages.size())];
}

std::unique_ptr<Message> Mutator::copyMessage(const FieldDescriptor &field,
                                              const Contents &contents) {
  const Message *source = drawMessage(field, contents);
  if (!source)
    return nullptr;
  std::unique_ptr<Message> copy(source->New());
  copy->CopyFrom(*source);
  return copy;
}

/// Sets or adds a value of `field`, depending on `SET`, unless it is a message.
#define REDUCE_FUZZ_FIELD(SET)                                                 \
  switch (field.cpp_type()) {                                                  \
  case FieldDescriptor::CPPTYPE_INT32:                                         \
    reflection.SET##Int32(&message, &field, drawInteger(generator));           \
    break;                                                                     \
  case FieldDescriptor::CPPTYPE_INT64:                                         \
    reflection.SET##Int64(&message, &field, drawInteger(generator));           \
    break;                                                                     \
  case FieldDescriptor::CPPTYPE_UINT32:                                        \
    reflection.SET##UInt32(&message, &field, drawInteger(generator));          \
    break;                                                                     \
  case FieldDescriptor::CPPTYPE_UINT64:                                        \
    reflection.SET##UInt64(&message, &field, drawInteger(generator));          \
    break;                                                                     \
  case FieldDescriptor::CPPTYPE_DOUBLE:                                        \
    reflection.SET##Double(&message, &field, drawInteger(generator) / 8.0);    \
    break;                                                                     \
  case FieldDescriptor::CPPTYPE_FLOAT:                                         \
    reflection.SET##Float(&message, &field, drawInteger(generator) / 8.0f);    \
    break;                                                                     \
  case FieldDescriptor::CPPTYPE_BOOL:                                          \
    reflection.SET##Bool(&message, &field, draw(generator, 2));                \
    break;                                                                     \
  case FieldDescriptor::CPPTYPE_ENUM:                                          \
    reflection.SET##Enum(&message, &field,                                     \
                         field.enum_type()->value(draw(                        \
                             generator, field.enum_type()->value_count())));   \
    break;                                                                     \
  case FieldDescriptor::CPPTYPE_STRING:                                        \
    reflection.SET##String(&message, &field, drawString(contents));            \
    break;                                                                     \
  case FieldDescriptor::CPPTYPE_MESSAGE:                                       \
    break;                                                                     \
  }

void Mutator::setSingle(Message &message, const FieldDescriptor &field,
                        const Contents &contents) {
  const Reflection &reflection = *message.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    std::unique_ptr<Message> copy = copyMessage(field, contents);
    Message *target = reflection.MutableMessage(&message, &field);
    if (copy)
      target->CopyFrom(*copy);
    return;
  }
  REDUCE_FUZZ_FIELD(Set)
}

void Mutator::add(Message &message, const FieldDescriptor &field,
                  const Contents &contents) {
  const Reflection &reflection = *message.GetReflection();
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
    std::unique_ptr<Message> copy = copyMessage(field, contents);
    Message *target = reflection.AddMessage(&message, &field);
    if (copy)
      target->CopyFrom(*copy);
    return;
  }
  REDUCE_FUZZ_FIELD(Add)
}

#undef REDUCE_FUZZ_FIELD

void Mutator::mutateField(Message &message, const FieldDescriptor &field,
                          const Contents &contents) {
  const Reflection &reflection = *message.GetReflection();
  if (!field.is_repeated()) {
    if (draw(generator, 4) == 0)
      reflection.ClearField(&message, &field);
    else
      setSingle(message, field, contents);
    return;
  }
  int count = reflection.FieldSize(message, &field);
  switch (draw(generator, 4)) {
  case 0:
    if (count != 0)
      reflection.RemoveLast(&message, &field);
    break;
  case 1:
    if (count > 1)
      reflection.SwapElements(&message, &field, draw(generator, count),
                              draw(generator, count));
    break;
  default:
    add(message, field, contents);
    // Move it to a random position.
    if (count != 0)
      reflection.SwapElements(&message, &field, draw(generator, count + 1),
                              count);
  }
}

void Mutator::mutate(Message &root) {
  for (size_t i = 0, e = 1 + draw(generator, 4); i < e; ++i) {
    Contents contents;
    collect(root, contents);
    Message &message =
        *contents.messages[draw(generator, contents.messages.size())];
    const google::protobuf::Descriptor &descriptor = *message.GetDescriptor();
    std::vector<const FieldDescriptor *> fields;
    message.GetReflection()->ListFields(message, &fields);
    // Change existing fields more often than absent ones.
    const FieldDescriptor *field =
        !fields.empty() && draw(generator, 3) != 0
            ? fields[draw(generator, fields.size())]
            : descriptor.field(draw(generator, descriptor.field_count()));
    mutateField(message, *field, contents);
  }
}

size_t fuzz::mutateMessage(Message &message, uint8_t *data, size_t size,
                           size_t maxSize, unsigned seed) {
  Generator generator(seed);
  google::protobuf::LogSilencer silencer;
  if (draw(generator, 8) == 0 || !message.ParseFromArray(data, size))
    return LLVMFuzzerMutate(data, size, maxSize);
  Mutator(generator).mutate(message);
  if (message.ByteSizeLong() > maxSize || !message.IsInitialized())
    return LLVMFuzzerMutate(data, size, maxSize);
  message.SerializeToArray(data, maxSize);
  return message.GetCachedSize();
}
