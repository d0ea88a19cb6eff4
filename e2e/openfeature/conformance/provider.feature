# What Appendix F of the OpenFeature specification asks of a provider, in its steps and tags. Titles and order are Burgee's own.
# The appendix is a draft without a release. Its own files run with the same steps: see docs/guides/openfeature.md.
Feature: A provider in front of its service

  Background:
    Given a stable provider

  Scenario Outline: A flag that is on has its value
    Given a <type>-flag with key "<key>" and a default value "<default>"
    When the flag was evaluated with details
    Then the resolved details value should be "<value>"
    And the error-code should be ""
    And the error message should be empty
    And no exception should have been thrown

    Examples:
      | type    | key                | default | value      |
      | Boolean | boolean-flag       | false   | true       |
      | String  | string-flag        | bye     | hi         |
      | Integer | integer-flag       | 1       | 10         |
      | Float   | float-flag         | 0.1     | 0.5        |
      | Integer | large-integer-flag | 1       | 2147483647 |

    Examples: values that code may take for none
      | type    | key               | default  | value |
      | Boolean | boolean-zero-flag | true     | false |
      | Integer | integer-zero-flag | 1        | 0     |
      | String  | string-zero-flag  | fallback |       |

    @large-integers
    Examples: the largest safe integer of JavaScript
      | type    | key               | default | value            |
      | Integer | huge-integer-flag | 1       | 9007199254740991 |

    @disabled-flags
    Examples: off
      | type    | key                   | default | value |
      | Boolean | disabled-boolean-flag | false   | false |
      | String  | disabled-string-flag  | bye     | bye   |
      | Integer | disabled-integer-flag | 1       | 1     |
      | Float   | disabled-float-flag   | 0.1     | 0.1   |

  @object
  Scenario: A JSON flag has its fields
    Given an Object-flag with key "object-flag" and a default value "{}"
    When the flag was evaluated with details
    Then the resolved object value should contain
      | name          | type    | value                 |
      | showImages    | Boolean | true                  |
      | title         | String  | Check out these pics! |
      | imagesPerPage | Integer | 100                   |
    And the error-code should be ""
    And the error message should be empty
    And no exception should have been thrown

  Scenario: A context changes nothing for a flag without a rule
    Given a String-flag with key "string-flag" and a default value "bye"
    And a context containing a targeting key with value "somebody"
    When the flag was evaluated with details
    Then the resolved details value should be "hi"
    And the error-code should be ""
    And no exception should have been thrown

  @variants
  Scenario Outline: The variant has the name that the service gave it
    Given a <type>-flag with key "<key>" and a default value "<default>"
    When the flag was evaluated with details
    Then the variant should be "<variant>"

    Examples:
      | type    | key               | default  | variant  |
      | Boolean | boolean-flag      | false    | on       |
      | String  | string-flag       | bye      | greeting |
      | Integer | integer-flag      | 1        | ten      |
      | Boolean | boolean-zero-flag | true     | zero     |
      | String  | string-zero-flag  | fallback | zero     |

  @targeting
  Scenario Outline: One user gets another value than all others
    Given a String-flag with key "targeting-key-flag" and a default value "fallback"
    And a context containing a targeting key with value "<user>"
    When the flag was evaluated with details
    Then the resolved details value should be "<value>"

    Examples:
      | user                                 | value |
      | 5c3d8535-f81a-4478-a6d3-afaa4d51199e | hit   |
      | somebody                             | miss  |

  Scenario Outline: A flag of another type gives the default and says why
    Given a <type>-flag with key "<key>" and a default value "<default>"
    When the flag was evaluated with details
    Then the resolved details value should be "<default>"
    And the error-code should be "TYPE_MISMATCH"
    And no exception should have been thrown

    Examples:
      | type    | key          | default |
      | Boolean | string-flag  | false   |
      | Integer | string-flag  | 1       |
      | Float   | string-flag  | 0.1     |
      | Integer | boolean-flag | 1       |
      | Float   | boolean-flag | 0.1     |
      | Boolean | integer-flag | false   |
      | Boolean | float-flag   | false   |

    @string-typing
    Examples: as text
      | type   | key          | default  |
      | String | boolean-flag | fallback |
      | String | integer-flag | fallback |

    @string-typing @fully-typed-values
    Examples: as text, of types that a service may store as text
      | type   | key        | default  |
      | String | float-flag | fallback |

    @object
    Examples: JSON as something else
      | type    | key         | default |
      | Boolean | object-flag | false   |
      | Integer | object-flag | 1       |
      | Float   | object-flag | 0.1     |

    @object @string-typing @fully-typed-values
    Examples: JSON as text
      | type   | key         | default  |
      | String | object-flag | fallback |

  @numeric-coercion
  Scenario Outline: A number is given as another type of number if nothing is lost
    Given a <type>-flag with key "<key>" and a default value "<default>"
    When the flag was evaluated with details
    Then the resolved details value should be "<value>"
    And the error-code should be "<code>"

    Examples:
      | type    | key                 | default | value | code          |
      | Integer | float-flag          | 1       | 1     | TYPE_MISMATCH |
      | Integer | integral-float-flag | 1       | 10    |               |
      | Float   | integer-flag        | 0.1     | 10    |               |

  Scenario: A flag that does not exist gives the default and says why
    Given a String-flag with key "missing-flag" and a default value "fallback"
    When the flag was evaluated with details
    Then the resolved details value should be "fallback"
    And the error-code should be "FLAG_NOT_FOUND"
    And no exception should have been thrown

  @standard-reasons
  Scenario Outline: A value has the reason that the specification names
    Given a <type>-flag with key "<key>" and a default value "<default>"
    When the flag was evaluated with details
    Then the reason should be "<reason>"
    And the error-code should be "<code>"

    Examples:
      | type    | key          | default  | reason | code           |
      | Boolean | boolean-flag | false    | STATIC |                |
      | String  | string-flag  | bye      | STATIC |                |
      | Integer | integer-flag | 1        | STATIC |                |
      | Float   | float-flag   | 0.1      | STATIC |                |
      | String  | missing-flag | fallback | ERROR  | FLAG_NOT_FOUND |
      | String  | boolean-flag | fallback | ERROR  | TYPE_MISMATCH  |

    @disabled-flags
    Examples: off
      | type    | key                   | default | reason   | code |
      | Boolean | disabled-boolean-flag | false   | DISABLED |      |

    @targeting
    Examples: a rule that does not match
      | type   | key                | default  | reason  | code |
      | String | targeting-key-flag | fallback | DEFAULT |      |

  @events @configuration-change
  Scenario: A change is announced and applied
    Given a String-flag with key "changing-flag" and a default value "unset"
    And a change event handler
    When the flag was evaluated with details
    And the resolved value is remembered
    And the flag was modified
    Then the change event handler should have been executed
    And the flag should be part of the event payload
    When the flag was evaluated with details
    Then the resolved details value should have changed
    And no exception should have been thrown

  @events @stale
  Scenario: A provider is stale without its service, keeps its values, and is ready when the service is back
    Given a ready event handler
    And a stale event handler
    And a Boolean-flag with key "boolean-flag" and a default value "false"
    When a ready event was fired
    And the connection is lost
    Then the stale event handler should have been executed
    And the client should be in stale state
    When the flag was evaluated with details
    Then the resolved details value should be "true"
    When the connection is restored
    Then the ready event handler should have been executed
    And the client should be in ready state

  @lifecycle
  Scenario: A provider that has its flags is ready
    Given a ready event handler
    Then the ready event handler should have been executed
    And the client should be in ready state

  @lifecycle @unavailable
  Scenario: A provider without its service is in error, gives defaults, and shuts down
    Given an unavailable provider
    And an error event handler
    And a Boolean-flag with key "boolean-flag" and a default value "false"
    Then the error event handler should have been executed within 10000ms
    And the client should be in error state
    When the flag was evaluated with details
    Then the resolved details value should be "false"
    And the reason should be "ERROR"
    When the provider is shut down
    Then the shutdown should have completed within 10000ms
    And no exception should have been thrown

  @lifecycle
  Scenario: A second shutdown does nothing
    When the provider is shut down
    And the provider is shut down
    Then no exception should have been thrown

  @lifecycle @reinitialization
  Scenario: A provider that was shut down can be used again
    Given a Boolean-flag with key "boolean-flag" and a default value "false"
    When the provider is shut down
    And the provider is initialized again
    And the flag was evaluated with details
    Then the resolved details value should be "true"
    And the reason should be "STATIC"
    And the error-code should be ""
    And no exception should have been thrown

  Scenario: A provider has a name
    Then the provider metadata name should not be empty
