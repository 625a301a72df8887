#import <Foundation/Foundation.h>
#import "Lamp.h"
@import UIKit;

#define MAX_LAMPS 12

NSString *const LampNotification = @"Lämpchen";
static NSInteger lampsOpen = 0;

typedef enum {
    LampStateOff,
    LampStateOn,
} LampState;

typedef struct {
    double x;
    double y;
} LampPoint;

/// Something that shines.
@protocol Shining <NSObject>
@property (nonatomic, readonly) CGFloat brightness;
- (void)shineWithPower:(CGFloat)power;
@optional
+ (instancetype)brightest;
@end

@class Bulb;

/**
 * A lamp.
 */
@interface Lamp : NSObject <Shining, NSCopying> {
    NSInteger _watts;
}

/// Name on the box.
@property (nonatomic, copy) NSString *name;
@property (nonatomic, weak) id<LampDelegate> delegate;

- (instancetype)initWithName:(NSString *)name watts:(NSInteger)watts;
+ (Lamp *)defaultLamp;
- (void)switchOff;

@end

@interface Lamp (Private)
- (void)burn;
@end

@implementation Lamp

@synthesize brightness = _brightness;

- (instancetype)initWithName:(NSString *)name watts:(NSInteger)watts {
    self = [super init];
    if (self) {
        _name = [name copy];
        _watts = watts;
    }
    return self;
}

// The usual one.
+ (Lamp *)defaultLamp {
    return [[Lamp alloc] initWithName:@"Größe" watts:40];
}

- (void)switchOff {
    LampLog(@"off");
}

@end

/* Writes a line. */
static void LampLog(NSString *text) {
    NSLog(@"%@", text);
}

int main(int argc, char *argv[]) {
    @autoreleasepool {
        [[Lamp defaultLamp] switchOff];
    }
    return 0;
}
